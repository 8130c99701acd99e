// Links: libinput libudev
// Measures how old a frame is when a program of libinput's has it: as latency does, for the same node.
//
//   libinput_latency --node NODE [--skip N] [--ready FILE]
//
// A frame of several events (proximity, axes, tip, button) is noted once, with the first.  Ends on SIGTERM.
#include "ages.h"
#include <getopt.h>
#include <libinput.h>
#include <poll.h>

static int open_node(const char *path, int flags, void *data) {
  (void)data;
  int opened = open(path, flags | O_CLOEXEC);
  return opened < 0 ? -errno : opened;
}

static void close_node(int opened, void *data) {
  (void)data;
  close(opened);
}

int main(int argc, char **argv) {
  static const struct option options[] = {
      {"node", required_argument, NULL, 'n'}, {"skip", required_argument, NULL, 'k'},
      {"ready", required_argument, NULL, 'r'}, {NULL, 0, NULL, 0},
  };
  const char *node = NULL, *ready = NULL;
  size_t skip = 0;
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) switch (option) {
    case 'n': node = optarg; break;
    case 'k': skip = strtoul(optarg, NULL, 0); break;
    case 'r': ready = optarg; break;
    default: return 64;
    }
  if (node == NULL) {
    fputs("libinput_latency: --node NODE is wanted\n", stderr);
    return 64;
  }
  stop_on_sigterm();
  static const struct libinput_interface interface = {open_node, close_node};
  struct libinput *context = libinput_path_create_context(&interface, NULL);
  if (context == NULL || libinput_path_add_device(context, node) == NULL) fail(node);
  tell_ready(ready);

  uint64_t last = 0;
  struct pollfd wait = {.fd = libinput_get_fd(context), .events = POLLIN};
  while (!stopped) {
    if (poll(&wait, 1, -1) < 0) break;
    libinput_dispatch(context);
    for (struct libinput_event *event; (event = libinput_get_event(context)) != NULL; libinput_event_destroy(event)) {
      uint64_t moment = now();
      enum libinput_event_type type = libinput_event_get_type(event);
      if (type < LIBINPUT_EVENT_TABLET_TOOL_AXIS || type > LIBINPUT_EVENT_TABLET_TOOL_BUTTON) continue;
      uint64_t time = libinput_event_tablet_tool_get_time_usec(libinput_event_get_tablet_tool_event(event));
      if (time != last) note(moment, time);
      last = time;
    }
  }
  print_result(skip);
  libinput_unref(context);
  return 0;
}
