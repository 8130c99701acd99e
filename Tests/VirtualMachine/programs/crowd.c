// Many subscribers at once, each of which counts what it gets and what it was told to have lost.
//
//   crowd --socket PATH --ready FILE --clients N --sleepers M --nap MS --send HEX...
//
// Each --send is one datagram that every client begins with; an answer is awaited after the last.  The last M clients
// read only every MS milliseconds.  --ready FILE is made when all have been answered.  Ends when the daemon has closed
// every connection, and prints one JSON object: the most and the fewest samples that one of those who always read got,
// the records that anyone missed without having been told, and those that were told to be lost.
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CLIENTS = 250, MOST_SENDS = 4, LARGEST_DATAGRAM = 1 << 16 };
enum { ITEM_SAMPLE = 0x0203, ITEM_GAP = 0x0208, GAP_LAPPED = 2 };

struct item { // the header of the protocol's items
  uint16_t size, type;
  uint32_t tablet;
  uint64_t sequence, time;
};

struct gap { // behind the header
  uint16_t cause;
  uint8_t zero[6];
  uint64_t first, last;
};

struct client {
  int socket;
  int closed;
  uint64_t last, samples, missed, told;
};

static struct client clients[MOST_CLIENTS];
static int count, sleepers;
static _Alignas(8) char datagram[LARGEST_DATAGRAM];

static void fail(const char *what) {
  fprintf(stderr, "crowd: %s: %s\n", what, strerror(errno));
  exit(1);
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void take(struct client *client, const char *bytes, size_t size) {
  for (size_t place = 0; place + sizeof(struct item) <= size;) {
    struct item item;
    memcpy(&item, bytes + place, sizeof item);
    if (item.size < sizeof item || place + item.size > size) fail("a datagram");
    if (item.type == ITEM_GAP) {
      struct gap gap;
      memcpy(&gap, bytes + place + sizeof item, sizeof gap);
      if (gap.cause == GAP_LAPPED) {
        if (client->last != 0) client->missed += gap.first - client->last - 1;
        client->told += gap.last + 1 - gap.first;
        client->last = gap.last;
      }
    }
    if (item.sequence != 0 && (client->last != 0 || item.type == ITEM_SAMPLE)) {
      // The first sample is the beginning: what is before it is not all for everybody.
      if (client->last != 0) client->missed += item.sequence - client->last - 1;
      client->last = item.sequence;
      client->samples += item.type == ITEM_SAMPLE;
    }
    place += item.size;
  }
}

static void drain(struct client *client) {
  while (!client->closed) {
    ssize_t size = recv(client->socket, datagram, sizeof datagram, MSG_DONTWAIT);
    if (size > 0) {
      take(client, datagram, (size_t)size);
    } else if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
      return;
    } else {
      client->closed = 1;
      close(client->socket);
    }
  }
}

static void connect_all(const char *path, char *const sends[], int send_count) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) fail(path);
  strcpy(address.sun_path, path);
  for (int n = 0; n < count; n++) {
    clients[n].socket = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    while (connect(clients[n].socket, (struct sockaddr *)&address, sizeof address) < 0)
      if (errno != EAGAIN || usleep(1000) < 0) fail(path);
    for (int i = 0; i < send_count; i++) {
      unsigned char bytes[256];
      size_t size = strlen(sends[i]) / 2;
      if (size > sizeof bytes) fail("--send");
      for (size_t at = 0; at < size; at++)
        if (sscanf(sends[i] + 2 * at, "%2hhx", &bytes[at]) != 1) fail("--send");
      if (send(clients[n].socket, bytes, size, 0) != (ssize_t)size) fail("send");
      struct pollfd answer = {.fd = clients[n].socket, .events = POLLIN};
      if (poll(&answer, 1, 10000) != 1) fail("no answer");
      drain(&clients[n]);
    }
  }
}

static int all_closed(void) {
  for (int n = 0; n < count; n++)
    if (!clients[n].closed) return 0;
  return 1;
}

static void print_result(void) {
  uint64_t most = 0, fewest = UINT64_MAX, missed = 0, told = 0, end = 0;
  for (int n = 0; n < count; n++)
    if (clients[n].last > end) end = clients[n].last;
  for (int n = 0; n < count; n++) {
    missed += clients[n].missed + (end - clients[n].last);
    told += clients[n].told;
    if (n >= count - sleepers) continue;
    if (clients[n].samples > most) most = clients[n].samples;
    if (clients[n].samples < fewest) fewest = clients[n].samples;
  }
  printf("{\"most\": %llu, \"fewest\": %llu, \"missed\": %llu, \"told\": %llu}\n", (unsigned long long)most,
         (unsigned long long)fewest, (unsigned long long)missed, (unsigned long long)told);
}

int main(int argc, char *argv[]) {
  const char *path = NULL, *ready = NULL;
  char *sends[MOST_SENDS];
  int send_count = 0;
  uint64_t nap = 2000;
  static const struct option options[] = {
      {"socket", 1, 0, 's'}, {"ready", 1, 0, 'r'}, {"clients", 1, 0, 'c'}, {"sleepers", 1, 0, 'm'},
      {"nap", 1, 0, 'n'},    {"send", 1, 0, 'd'},  {0, 0, 0, 0}};
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    switch (option) {
    case 's': path = optarg; break;
    case 'r': ready = optarg; break;
    case 'c': count = atoi(optarg); break;
    case 'm': sleepers = atoi(optarg); break;
    case 'n': nap = (uint64_t)atoi(optarg); break;
    case 'd':
      if (send_count == MOST_SENDS) return 64;
      sends[send_count++] = optarg;
      break;
    default: return 64;
    }
  }
  if (path == NULL || ready == NULL || count < 1 || count > MOST_CLIENTS || sleepers > count) return 64;
  connect_all(path, sends, send_count);

  int epoll = epoll_create1(0);
  for (int n = 0; n < count - sleepers; n++) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)n};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, clients[n].socket, &event) < 0) fail("epoll_ctl");
  }
  int file = open(ready, O_CREAT | O_WRONLY, 0644);
  if (file < 0) fail(ready);
  close(file);

  for (uint64_t wake = now() + nap; !all_closed();) {
    struct epoll_event events[64];
    int found = epoll_wait(epoll, events, 64, 50);
    for (int i = 0; i < found; i++) drain(&clients[events[i].data.u32]);
    if (now() < wake) continue;
    wake = now() + nap;
    for (int n = count - sleepers; n < count; n++) drain(&clients[n]);
  }
  print_result();
  return 0;
}
