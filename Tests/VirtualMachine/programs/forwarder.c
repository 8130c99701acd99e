// The floor of latency: hands each read() of an evdev node to one client by one send(), and does nothing else.
//
//   forwarder NODE SOCKET
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
  fprintf(stderr, "forwarder: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void watch(int loop, int descriptor) {
  struct epoll_event wish = {.events = EPOLLIN, .data.fd = descriptor};
  if (epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &wish) < 0) fail("epoll_ctl");
}

// Everything that waits in the node, until it would block.
static void forward(int node, int client) {
  static struct input_event events[256];
  for (;;) {
    ssize_t size = read(node, events, sizeof events);
    if (size < 0 && errno == EAGAIN) return;
    if (size < 0) fail("read");
    if (client >= 0 && send(client, events, (size_t)size, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN)
      exit(0);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: forwarder NODE SOCKET\n", stderr);
    return 64;
  }
  int node = open(argv[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (node < 0) fail(argv[1]);
  int clock = CLOCK_MONOTONIC;
  if (ioctl(node, EVIOCSCLOCKID, &clock) < 0) fail("EVIOCSCLOCKID");

  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(argv[2]) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    fail(argv[2]);
  }
  memcpy(address.sun_path, argv[2], strlen(argv[2]) + 1);
  int door = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (door < 0) fail("socket");
  unlink(argv[2]);
  if (bind(door, (struct sockaddr *)&address, sizeof address) < 0 || listen(door, 1) < 0) fail(argv[2]);

  int loop = epoll_create1(EPOLL_CLOEXEC), client = -1;
  if (loop < 0) fail("epoll_create1");
  watch(loop, node);
  watch(loop, door);
  for (;;) {
    struct epoll_event ready[8];
    int count = epoll_wait(loop, ready, 8, -1);
    if (count < 0 && errno != EINTR) fail("epoll_wait");
    for (int i = 0; i < count; i++) {
      if (ready[i].data.fd == node) {
        forward(node, client);
      } else if (ready[i].data.fd == door && client < 0) {
        client = accept4(door, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
      }
    }
  }
}
