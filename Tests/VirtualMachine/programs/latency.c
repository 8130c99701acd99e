// Measures how old a frame is when a subscriber has read it: CLOCK_MONOTONIC then, less the kernel's time of the event.
//
//   latency --mode raw|pencil --socket PATH|--node NODE [--skip N] [--send HEX]... [--item TYPE] [--ready FILE]
//
// raw: datagrams are input events, as the forwarder sends them, or the node itself, read as evtest does.  pencil: datagrams are items of the binary protocol,
// and those of --item (a number) are frames; each --send is one datagram to begin with, and an answer is awaited.
// The first --skip frames are left out.  --ready FILE is made when the daemon has answered (a frame sent from then on
// arrives).  Ends with the connection, or on SIGTERM, and prints one JSON object.
#include "ages.h"
#include <getopt.h>
#include <linux/input.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { LARGEST_DATAGRAM = 1 << 17 };

static union {
  char bytes[LARGEST_DATAGRAM];
  struct input_event events[LARGEST_DATAGRAM / sizeof(struct input_event)];
} datagram;

struct item { // the header of the protocol's items
  uint16_t size, type;
  uint32_t tablet;
  uint64_t sequence, time;
};

static void note_raw(uint64_t moment, size_t size) {
  for (size_t i = 0; i < size / sizeof *datagram.events; i++) {
    const struct input_event *event = &datagram.events[i];
    if (event->type == EV_SYN && event->code == SYN_REPORT)
      note(moment, (uint64_t)event->input_event_sec * 1000000 + (uint64_t)event->input_event_usec);
  }
}

static void note_items(uint64_t moment, size_t size, unsigned wanted) {
  struct item item;
  for (size_t at = 0; at + sizeof item <= size; at += item.size) {
    memcpy(&item, datagram.bytes + at, sizeof item);
    if (item.size < sizeof item) {
      fputs("latency: an item is shorter than its header\n", stderr);
      exit(1);
    }
    // A copy in a snapshot has no sequence number and is no news.
    if (item.type == wanted && item.sequence != 0) note(moment, item.time);
  }
}

static void send_hex(int socket, const char *hex) {
  unsigned char bytes[1024];
  size_t size = strlen(hex) / 2;
  if (size > sizeof bytes) fail("--send is too long");
  for (size_t i = 0; i < size; i++) {
    unsigned byte;
    if (sscanf(hex + 2 * i, "%2x", &byte) != 1) fail("--send is no hex");
    bytes[i] = (unsigned char)byte;
  }
  if (send(socket, bytes, size, MSG_NOSIGNAL) < 0) fail("send");
  struct pollfd wait = {.fd = socket, .events = POLLIN};
  if (poll(&wait, 1, 5000) != 1) fail("no answer");
}

static int open_node(const char *path) {
  int node = open(path, O_RDONLY | O_CLOEXEC), clock = CLOCK_MONOTONIC;
  if (node < 0 || ioctl(node, EVIOCSCLOCKID, &clock) < 0) fail(path);
  return node;
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    fail(path);
  }
  memcpy(address.sun_path, path, strlen(path) + 1);
  int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) < 0) fail(path);
  return connection;
}

int main(int argc, char **argv) {
  static const struct option options[] = {
      {"mode", required_argument, NULL, 'm'}, {"socket", required_argument, NULL, 's'},
      {"node", required_argument, NULL, 'n'},
      {"skip", required_argument, NULL, 'k'}, {"send", required_argument, NULL, 'x'},
      {"item", required_argument, NULL, 'i'}, {"ready", required_argument, NULL, 'r'},
      {NULL, 0, NULL, 0},
  };
  const char *mode = "raw", *path = NULL, *node = NULL, *ready = NULL, *messages[8];
  size_t skip = 0, message_count = 0;
  unsigned wanted = 0;
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) switch (option) {
    case 'm': mode = optarg; break;
    case 's': path = optarg; break;
    case 'n': node = optarg; break;
    case 'k': skip = strtoul(optarg, NULL, 0); break;
    case 'x':
      if (message_count < 8) messages[message_count++] = optarg;
      break;
    case 'i': wanted = (unsigned)strtoul(optarg, NULL, 0); break;
    case 'r': ready = optarg; break;
    default: return 64;
    }
  if ((path == NULL) == (node == NULL)) {
    fputs("latency: either --socket PATH or --node NODE is wanted\n", stderr);
    return 64;
  }
  stop_on_sigterm();
  int source = node != NULL ? open_node(node) : connect_to(path);
  for (size_t i = 0; i < message_count; i++) send_hex(source, messages[i]);
  tell_ready(ready);

  int raw = strcmp(mode, "raw") == 0;
  while (!stopped) {
    ssize_t size = read(source, datagram.bytes, sizeof datagram.bytes);
    uint64_t moment = now();
    if (size <= 0) break;
    if (raw)
      note_raw(moment, (size_t)size);
    else
      note_items(moment, (size_t)size, wanted);
  }
  print_result(skip);
  return 0;
}
