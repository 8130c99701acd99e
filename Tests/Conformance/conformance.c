/* Whether pencil.h makes of the vectors what they say: conformance VECTORS. Ends with 1 and a line for each that it
   doesn't. C99 and C++17 alike. */

#include "pencil.h"

#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { LINES = 2000, BYTES = 66000 };

#include "conformance_items.h"
#include "conformance_stream.h"

/* The items that the vector's lines from `at` on describe, json lines left out. */
static int next_item(int at) {
  while (at < line_count && strcmp(names[at], "item") != 0) at++;
  return at;
}

static void check_datagram(void) {
  pencil_client client;
  pencil_item item;
  size_t offset = 0;
  int at = next_item(0);
  memset(&client, 0, sizeof client);
  if (!pencil_track(&client, bytes, byte_count)) fail("%s", client.error_text);
  while (pencil_next(bytes, byte_count, &offset, &item)) {
    const int before = failures;
    first = at + 1;
    end = next_item(at + 1);
    looked_at = 0;
    const char *const name = check(&item);
    if (name == NULL) continue;
    if (at >= line_count) {
      failures = before;
      fail("one %s too many", name);
      return;
    }
    header(&item);
    int lines = 0;
    for (int i = first; i < end; i++) lines += strcmp(names[i], "json") != 0;
    if (strcmp(values[at], name) != 0) fail("%s instead of %s", name, values[at]);
    if (looked_at != lines) fail("%d values of %s instead of %d", looked_at, name, lines);
    at = end;
  }
  if (offset != byte_count) fail("stopped at byte %zu", offset);
  if (at < line_count) fail("no %s", values[at]);
}

/* --------------------------------------------------------------------------------------------- requests, refusals */

static uint64_t given(const char *name) {
  const char *const value = expected(name);
  return value == NULL ? 0 : strtoull(value, NULL, 10);
}

static void check_request(void) {
  uint8_t made[PENCIL_REQUEST];
  size_t size = 0;
  first = 0;
  end = line_count;
  const char *const kind = expected("kind");
  const uint32_t token = (uint32_t)given("token");
  if (strcmp(kind, "hello") == 0) {
    size = pencil_put_hello(made, token, expected("name"));
  } else if (strcmp(kind, "subscribe") == 0) {
    pencil_subscription s = pencil_everything();
    s.pace = (uint8_t)given("pace");
    s.rate = (uint32_t)given("rate");
    s.contents = (uint32_t)given("contents");
    s.only_tablet = (uint32_t)given("onlyTablet");
    s.only_tool = (uint32_t)given("onlyTool");
    s.only_tool_types = (uint32_t)given("onlyToolTypes");
    s.phase = given("phase");
    s.lead = (uint32_t)given("lead");
    s.predict = (uint32_t)given("predict");
    s.flags = (uint32_t)given("flags");
    size = pencil_put_subscribe(made, token, &s, given("epoch"), given("sequence"));
  } else if (strcmp(kind, "pace") == 0 && given("what") == 1) {
    size = pencil_put_frame_request(made, token);
  } else if (strcmp(kind, "pace") == 0) {
    size = pencil_put_display(made, token, (uint32_t)given("period"), given("phase"), (uint32_t)given("lead"));
  } else if (strcmp(kind, "interaction") == 0) {
    size = pencil_put_interaction(made, token, (uint32_t)given("what"));
  } else if (strcmp(kind, "prefer") == 0) {
    pencil_rule rule;
    memset(&rule, 0, sizeof rule);
    rule.gesture = (uint8_t)given("gesture");
    rule.button = (uint8_t)given("button");
    rule.action = (uint8_t)given("action");
    rule.tool_type = (uint8_t)given("toolType");
    rule.serial = (uint32_t)given("serial");
    snprintf(rule.tablet, sizeof rule.tablet, "%s", expected("tabletPattern"));
    size = pencil_put_prefer(made, token, &rule);
  } else {
    fail("unknown kind %s", kind);
  }
  checks++;
  if (size != byte_count || memcmp(made, bytes, size) != 0) fail("other bytes than these");
}

static const char *error_name(int error) {
  static const char *const all[] = {"none",         "noDaemon",          "accessDenied",    "busy",
                                    "timedOut",     "disconnected",      "notPermitted",    "unsupportedVersion",
                                    "refused",      "protocolViolation", "badSubscription", "systemCall",
                                    "smallBuffer"};
  return all[error];
}

/* A daemon that answers a hello with the vector's bytes, and a client that connects to it. */
static void check_answer(void) {
  static uint8_t received[PENCIL_DATAGRAM];
  pencil_client client;
  daemon_socket place;
  first = 0;
  end = line_count;
  if (!open_daemon(&place)) return;
  const pid_t child = fork();
  if (child == 0) {
    const int peer = greeted(&place, 1);
    _exit(peer >= 0 && say(peer, bytes, byte_count) ? 0 : 1);
  }
  const bool is_connected = pencil_connect(&client, place.path, "conformance");
  text("error", error_name(client.error));
  if (!is_connected) text("text", client.error_text);
  if (is_connected != (client.error == PENCIL_OK) || is_connected == (client.fd < 0)) fail("half connected");
  if (is_connected && (pencil_receive(&client, received, sizeof received, 1000) != (ssize_t)byte_count ||
                       memcmp(received, bytes, byte_count) != 0))
    fail("the welcome isn't received");
  pencil_close(&client);
  close_daemon(&place, child);
}

static void check_malformed(void) {
  pencil_client client;
  first = 0;
  end = line_count;
  memset(&client, 0, sizeof client);
  if (pencil_track(&client, bytes, byte_count)) fail("is taken");
  text("text", client.error_text);
}

/* -------------------------------------------------------------------------------------------------- the helpers */

/* Updates find their samples, and change nothing else. */
static void check_estimates(void) {
  pencil_sample samples[4];
  pencil_update update;
  vector_name = "estimates";
  memset(samples, 0, sizeof samples);
  memset(&update, 0, sizeof update);
  for (uint32_t i = 0; i < 4; i++) {
    samples[i].tablet = 1;
    samples[i].attachment = 1;
    samples[i].index = i == 2 ? 0 : 10 + i;
    samples[i].force = 0.5f;
    samples[i].expecting = samples[i].estimated = PENCIL_PROPERTY_FORCE | PENCIL_PROPERTY_LOCATION;
  }
  samples[3].tablet = 2;
  update.tablet = update.attachment = 1;
  update.index = 11;
  update.property = PENCIL_PROPERTY_FORCE;
  update.value = 0.25f;
  update.expecting = update.estimated = PENCIL_PROPERTY_LOCATION;
  if (pencil_apply_in(samples, 4, &update) != &samples[1] || samples[1].force != 0.25f ||
      samples[1].expecting != PENCIL_PROPERTY_LOCATION)
    fail("a force");
  update.property = PENCIL_PROPERTY_LOCATION;
  update.value = 7;
  update.second = 8;
  update.expecting = 0;
  if (!pencil_apply_in(samples, 4, &update) || samples[1].x != 7 || samples[1].y != 8 || samples[1].expecting != 0)
    fail("a location");
  for (uint32_t i = 0; i < 4; i++)
    if (i != 1 && (samples[i].force != 0.5f || samples[i].expecting == 0)) fail("sample %u changed", (unsigned)i);
  update.index = 0;
  if (pencil_apply_in(samples, 4, &update) != NULL) fail("a sample in hover is found");
  update.index = 13;
  if (pencil_apply_in(samples, 4, &update) != NULL) fail("a sample of another tablet is found");
  checks += 5;
}

/* What can't be is said before it is sent, in these words. */
static void check_arguments(void) {
  static uint8_t buffer[PENCIL_DATAGRAM];
  pencil_client client;
  daemon_socket place;
  pencil_rule rule;
  pencil_subscription asked[6];
  static const char no_display[] =
      "a display of 10 ns a frame with a lead of 0 ns can't be had: the period is 1 ms to 1 s, the lead at most one "
      "period";
  static const char *const texts[] = {
      "0 display frames a second can't be had: ask for 1 to 1000 Hz",
      "1000.5 display frames a second can't be had: ask for 1 to 1000 Hz",
      "predict is 0 to 50000 µs, or PENCIL_ONE_BEAT, not 50001",
      "predict and flags go with a pace with frames, such as pencil_frames(60)",
      "predict and flags go with a pace with frames, such as pencil_frames(60)",
      no_display};
  vector_name = "arguments";
  if (!open_daemon(&place)) return;
  const pid_t child = fork();
  if (child == 0) {
    uint8_t datagram[1024], request[PENCIL_REQUEST];
    const int peer = greeted(&place, 1);
    if (peer < 0 || !say(peer, datagram, welcome(datagram))) _exit(1);
    /* The next message is the one subscription that can be. */
    _exit(recv(peer, request, sizeof request, 0) == 72 && pencil_load32(request + 4) == 2 ? 0 : 1);
  }
  if (!pencil_connect(&client, place.path, "conformance")) fail("%s", client.error_text);
  for (int i = 0; i < 6; i++) asked[i] = i < 3 ? pencil_frames(i == 0 ? 0 : i == 1 ? 1000.5 : 60) : pencil_everything();
  asked[2].predict = 50001;
  asked[3].predict = 1;
  asked[4].flags = PENCIL_BEATS_ONLY;
  asked[5].pace = PENCIL_DISPLAY;
  asked[5].rate = 10;
  for (int i = 0; i < 6; i++) {
    if (pencil_subscribe(&client, &asked[i]) != 0 || client.error != PENCIL_BAD_SUBSCRIPTION) fail("%d is asked for", i);
    if (strcmp(client.error_text, texts[i]) != 0) fail("%s", client.error_text);
  }
  if (pencil_correct(&client, 10, 0, 0) != 0 || strcmp(client.error_text, texts[5]) != 0) fail("a display is corrected");
  memset(&rule, 0, sizeof rule);
  memset(rule.tablet, 'x', 128);
  if (pencil_prefer(&client, &rule) != 0 ||
      strcmp(client.error_text, "tablet is a text of at most 127 bytes, not 128") != 0)
    fail("a pattern is cut");
  /* A buffer that is too small is the app's fault; the daemon's word isn't lost by it. */
  if (pencil_receive(&client, buffer, 65535, 1000) != -1 || client.error != PENCIL_SMALL_BUFFER ||
      pencil_follow(&client, buffer, 1) != -1 ||
      strcmp(client.error_text, "the buffer to receive into has 1 bytes: it needs 65536, PENCIL_DATAGRAM") != 0)
    fail("a small buffer: %s", client.error_text);
  if (pencil_receive(&client, buffer, sizeof buffer, 1000) <= 0) fail("the welcome is lost: %s", client.error_text);
  asked[0] = pencil_frames(1000);
  if (pencil_subscribe(&client, &asked[0]) != 2) fail("what can be is refused: %s", client.error_text);
  checks += 12;
  close_daemon(&place, child);
  pencil_close(&client);
}

static bool is_section(const char *name) {
  return strcmp(name, "datagram") == 0 || strcmp(name, "request") == 0 || strcmp(name, "answer") == 0 ||
         strcmp(name, "malformed") == 0;
}

static void run(const char *section, const char *hex) {
  byte_count = strlen(hex) / 2;
  for (size_t i = 0; i < byte_count && byte_count <= BYTES; i++) {
    const char pair[3] = {hex[2 * i], hex[2 * i + 1], 0};
    bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
  }
  if (strcmp(section, "datagram") == 0) check_datagram();
  if (strcmp(section, "request") == 0) check_request();
  if (strcmp(section, "answer") == 0) check_answer();
  if (strcmp(section, "malformed") == 0) check_malformed();
}

int main(int count, char **arguments) {
  struct stat status;
  FILE *const file = count == 2 ? fopen(arguments[1], "r") : NULL;
  if (file == NULL || fstat(fileno(file), &status) != 0) {
    fprintf(stderr, "usage: conformance VECTORS\n");
    return 2;
  }
  char *const all = (char *)calloc((size_t)status.st_size + 1, 1);
  if (all == NULL || fread(all, 1, (size_t)status.st_size, file) != (size_t)status.st_size) return 2;
  const char *section = NULL, *hex = NULL;
  int vectors = 0;
  for (char *line = all; *line != 0;) {
    char *const line_end = strchr(line, '\n');
    *line_end = 0;
    char *const space = strchr(line, ' ');
    char *const value = space == NULL ? line_end : space + 1;
    if (space != NULL) *space = 0;
    if (*line == 0 && section != NULL) {
      run(section, hex);
      vectors++;
      section = NULL;
    } else if (section == NULL && is_section(line)) {
      section = line;
      vector_name = value;
      line_count = 0;
    } else if (section != NULL && strcmp(line, "hex") == 0) {
      hex = value;
    } else if (section != NULL && line_count < LINES) {
      names[line_count] = line;
      values[line_count++] = value;
    }
    line = line_end + 1;
  }
  check_estimates();
  check_arguments();
  check_reconnect();
  printf("%d vectors, %d values, %d failures\n", vectors, checks, failures);
  free(all);
  fclose(file);
  return failures > 0 || vectors < 100;
}
