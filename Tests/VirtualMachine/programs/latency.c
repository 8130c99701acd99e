// Measures how old a frame is when a subscriber has read it: CLOCK_MONOTONIC then, less the kernel's time of the event.
//
//   latency --mode raw|pencil --socket PATH [--skip N] [--send HEX]... [--item TYPE] [--ready FILE]
//
// raw: datagrams are input events, as the forwarder sends them.  pencil: datagrams are items of the binary protocol,
// and those of --item (a number) are frames; each --send is one datagram to begin with, and an answer is awaited.
// The first --skip frames are left out.  --ready FILE is made when the daemon has answered (a frame sent from then on
// arrives).  Ends with the connection, or on SIGTERM, and prints one JSON object.
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FRAMES = 1 << 20, LARGEST_DATAGRAM = 1 << 17 };

static uint32_t ages[MOST_FRAMES];
static size_t frames;
static union {
  char bytes[LARGEST_DATAGRAM];
  struct input_event events[LARGEST_DATAGRAM / sizeof(struct input_event)];
} datagram;
static volatile sig_atomic_t stopped;

struct item { // the header of the protocol's items
  uint16_t size, type;
  uint32_t tablet;
  uint64_t sequence, time;
};

static void fail(const char *what) {
  fprintf(stderr, "latency: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void note(uint64_t moment, uint64_t time) {
  if (frames < MOST_FRAMES) ages[frames++] = moment > time ? (uint32_t)(moment - time) : 0;
}

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

static int by_age(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return (left > right) - (left < right);
}

static void print_result(size_t skip) {
  size_t count = frames > skip ? frames - skip : 0;
  uint32_t *kept = ages + (frames > skip ? skip : frames);
  qsort(kept, count, sizeof *kept, by_age);
  if (count == 0)
    puts("{\"count\": 0}");
  else
    printf("{\"count\": %zu, \"p50\": %u, \"p99\": %u, \"max\": %u}\n", count, kept[count / 2], kept[count * 99 / 100],
           kept[count - 1]);
}

int main(int argc, char **argv) {
  static const struct option options[] = {
      {"mode", required_argument, NULL, 'm'}, {"socket", required_argument, NULL, 's'},
      {"skip", required_argument, NULL, 'k'}, {"send", required_argument, NULL, 'x'},
      {"item", required_argument, NULL, 'i'}, {"ready", required_argument, NULL, 'r'},
      {NULL, 0, NULL, 0},
  };
  const char *mode = "raw", *path = NULL, *ready = NULL, *messages[8];
  size_t skip = 0, message_count = 0;
  unsigned wanted = 0;
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) switch (option) {
    case 'm': mode = optarg; break;
    case 's': path = optarg; break;
    case 'k': skip = strtoul(optarg, NULL, 0); break;
    case 'x':
      if (message_count < 8) messages[message_count++] = optarg;
      break;
    case 'i': wanted = (unsigned)strtoul(optarg, NULL, 0); break;
    case 'r': ready = optarg; break;
    default: return 64;
    }
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (path == NULL || strlen(path) >= sizeof address.sun_path) {
    fputs("latency: --socket PATH is wanted\n", stderr);
    return 64;
  }
  memcpy(address.sun_path, path, strlen(path) + 1);
  struct sigaction action = {.sa_handler = stop}; // without SA_RESTART: recv() must return
  sigaction(SIGTERM, &action, NULL);
  int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) < 0) fail(path);
  for (size_t i = 0; i < message_count; i++) send_hex(connection, messages[i]);
  if (ready != NULL && close(open(ready, O_WRONLY | O_CREAT, 0644)) < 0) fail(ready);

  int raw = strcmp(mode, "raw") == 0;
  while (!stopped) {
    ssize_t size = recv(connection, datagram.bytes, sizeof datagram.bytes, 0);
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
