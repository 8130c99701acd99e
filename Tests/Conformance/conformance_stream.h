/* A part of conformance.c: daemons that are told what to say, and what a client does when one goes away. */

typedef struct daemon_socket {
  int listener;
  char folder[40], path[64];
} daemon_socket;

static bool open_daemon(daemon_socket *place) {
  struct sockaddr_un address;
  snprintf(place->folder, sizeof place->folder, "/tmp/pencil-conformance-XXXXXX");
  if (mkdtemp(place->folder) == NULL) {
    fail("mkdtemp: %s", strerror(errno));
    return false;
  }
  snprintf(place->path, sizeof place->path, "%s/s", place->folder);
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  memcpy(address.sun_path, place->path, strlen(place->path));
  place->listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (bind(place->listener, (const struct sockaddr *)&address, sizeof address) == 0 && listen(place->listener, 4) == 0)
    return true;
  fail("bind: %s", strerror(errno));
  return false;
}

static void close_daemon(daemon_socket *place, pid_t child) {
  int status = 1;
  if (waitpid(child, &status, 0) != child || status != 0) fail("the daemon's end: %d", WEXITSTATUS(status));
  close(place->listener);
  unlink(place->path);
  rmdir(place->folder);
}

/* In the daemon: a client that said hello with this token; -1: none, or something else. */
static int greeted(const daemon_socket *place, uint32_t token) {
  uint8_t hello[PENCIL_REQUEST], wanted[PENCIL_REQUEST];
  const size_t size = pencil_put_hello(wanted, token, "conformance");
  const int peer = accept(place->listener, NULL, NULL);
  const ssize_t n = recv(peer, hello, sizeof hello, 0);
  return n == (ssize_t)size && memcmp(hello, wanted, size) == 0 ? peer : -1;
}

static bool say(int peer, const uint8_t *datagram, size_t size) {
  return send(peer, datagram, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* An item of zeros but for its header. */
static size_t zeros(uint8_t *p, uint16_t type, uint64_t sequence) {
  const size_t size = pencil_least_size(type);
  memset(p, 0, size);
  pencil_store16(p, (uint16_t)size);
  pencil_store16(p + 2, type);
  pencil_store64(p + 8, sequence);
  return size;
}

static size_t welcome(uint8_t *p) {
  const size_t size = zeros(p, PENCIL_WELCOME, 0);
  pencil_store16(p + 28, PENCIL_MAJOR);
  pencil_store64(p + 32, 9); /* the epoch */
  return size;
}

/* Each a number of its own, so that the test says which request was not as it should be. */
static int daemon_that_goes_away(const daemon_socket *place) {
  uint8_t datagram[1024], request[PENCIL_REQUEST];
  int peer = greeted(place, 1);
  if (peer < 0 || !say(peer, datagram, welcome(datagram))) return 1;
  if (recv(peer, request, sizeof request, 0) != 72 || pencil_load64(request + 32) != 0) return 2;
  size_t size = zeros(datagram, PENCIL_SNAPSHOT, 0);
  size += zeros(datagram + size, PENCIL_SNAPSHOT_END, 0);
  pencil_store64(datagram + size - 8, 4); /* its head */
  size += zeros(datagram + size, PENCIL_SAMPLE, 5);
  if (!say(peer, datagram, size)) return 3;
  size = zeros(datagram, PENCIL_ERROR, 0);
  pencil_store16(datagram + 28, 7); /* not permitted, and the connection stays */
  if (!say(peer, datagram, size)) return 4;
  if (recv(peer, request, sizeof request, 0) != 16 || request[8] != PENCIL_CLAIM) return 5;
  if (recv(peer, request, sizeof request, 0) != 16 || request[8] != PENCIL_GESTURES_OFF) return 6;
  close(peer);

  peer = greeted(place, 5);
  if (peer < 0 || !say(peer, datagram, welcome(datagram))) return 7;
  if (recv(peer, request, sizeof request, 0) != 72) return 8;
  if (pencil_load64(request + 32) != 9 || pencil_load64(request + 40) != 5) return 9;
  if (recv(peer, request, sizeof request, 0) != 16 || request[8] != PENCIL_GESTURES_OFF) return 10;
  if (recv(peer, request, sizeof request, 0) != 16 || request[8] != PENCIL_CLAIM) return 11;
  /* The claim is lost: it isn't made again. */
  size = zeros(datagram, PENCIL_INTERACTION, 0);
  datagram[29] = PENCIL_CLAIM_LOST;
  if (!say(peer, datagram, size)) return 12;
  close(peer);

  peer = greeted(place, 9);
  if (peer < 0 || !say(peer, datagram, welcome(datagram))) return 13;
  if (recv(peer, request, sizeof request, 0) != 72) return 14;
  if (recv(peer, request, sizeof request, 0) != 16 || request[8] != PENCIL_GESTURES_OFF) return 15;
  /* A refusal for good. */
  size = zeros(datagram, PENCIL_ERROR, 0);
  pencil_store16(datagram + 28, 7);
  pencil_store16(datagram + 30, 1);
  if (!say(peer, datagram, size)) return 16;
  return 0;
}

static void interrupt(int number) { (void)number; }

/* A signal every 5 ms doesn't end the wait for the answer to a hello, which takes some of them. */
static void check_signals(void) {
  pencil_client client;
  daemon_socket place;
  const struct itimerval often = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
  vector_name = "signals";
  if (!open_daemon(&place)) return;
  const pid_t child = fork();
  if (child == 0) {
    uint8_t datagram[1024];
    const int peer = greeted(&place, 1);
    usleep(100000);
    _exit(peer >= 0 && say(peer, datagram, welcome(datagram)) ? 0 : 1);
  }
  signal(SIGALRM, interrupt);
  setitimer(ITIMER_REAL, &often, NULL);
  const bool is_connected = pencil_connect(&client, place.path, "conformance");
  setitimer(ITIMER_REAL, &never, NULL);
  if (!is_connected) fail("%s", client.error_text);
  checks++;
  close_daemon(&place, child);
  pencil_close(&client);
}

/* Which claims are made again after a reconnect. A step is a request, of which the first has token 1 (`c` claim, `r`
   release, `o` on), an answer (its token and the claim) or a refusal (its token and `!`). */
static void check_claims(void) {
  static const struct {
    const char *name, *steps;
    bool is_made;
  } cases[] = {
      {"held", "c 11", true},
      {"not answered", "c", true},
      {"another request is answered", "o c 10", true},
      {"one answer to two", "c o 21", true},
      {"released", "c r 11 20", false},
      {"lost later", "c 11 02", false},
      {"refused", "c 1!", false},
      {"refused, and made again", "c c 1! 21", true},
      {"never held, as the session is suspended", "c 13", false},
      {"never held, as another program claimed at once", "c 12", false},
      {"lost, with one answer to two", "c o 22", false},
      {"lost in an answer to something else", "c 11 o 22", false},
      {"lost, and made again before that was known", "c 11 c 02 21", true},
      {"the same, and lost again", "c 11 c 02 21 02", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pencil_client client;
    uint8_t datagram[256];
    memset(&client, 0, sizeof client);
    client.fd = -1;
    vector_name = cases[i].name;
    for (const char *step = cases[i].steps; *step != 0; step += *step == ' ') {
      const char what = *step++;
      if (what == 'c' || what == 'r' || what == 'o') {
        pencil_interact(&client, what == 'c' ? PENCIL_CLAIM : what == 'r' ? PENCIL_RELEASE : PENCIL_GESTURES_ON);
        continue;
      }
      const char claim = *step++;
      const size_t size = zeros(datagram, claim == '!' ? PENCIL_ERROR : PENCIL_INTERACTION, 0);
      pencil_store32(datagram + 24, (uint32_t)(what - '0'));
      if (claim == '!') pencil_store16(datagram + 28, 9);
      if (claim != '!') datagram[29] = (uint8_t)(claim - '0');
      if (!pencil_track(&client, datagram, size)) fail("%s", client.error_text);
    }
    if (client.wants_claim != cases[i].is_made) fail("the claim is%s made again", client.wants_claim ? "" : " not");
    checks++;
  }
}

static void check_reconnect(void) {
  static uint8_t buffer[PENCIL_DATAGRAM];
  pencil_client client;
  daemon_socket place;
  vector_name = "reconnect";
  if (!open_daemon(&place)) return;
  const pid_t child = fork();
  if (child == 0) _exit(daemon_that_goes_away(&place));
  const pencil_subscription everything = pencil_everything();
  if (!pencil_connect(&client, place.path, "conformance")) fail("%s", client.error_text);
  if (pencil_subscribe(&client, &everything) != 2) fail("the subscription's token");
  ssize_t lengths[5];
  for (int i = 0; i < 3; i++) lengths[i] = pencil_receive(&client, buffer, sizeof buffer, 5000);
  if (lengths[0] != 96 || lengths[1] != 160 || lengths[2] != 192) fail("welcome, snapshot and sample, error");
  if (client.error != PENCIL_NOT_PERMITTED || client.is_permanent || client.fd < 0) fail("a refusal that isn't fatal");
  if (pencil_interact(&client, PENCIL_CLAIM) != 3 || pencil_interact(&client, PENCIL_GESTURES_OFF) != 4) fail("tokens");
  /* By itself: a welcome, the lost claim, a welcome again, and the refusal. */
  for (int i = 0; i < 4; i++) lengths[i] = pencil_follow(&client, buffer, sizeof buffer);
  lengths[4] = pencil_follow(&client, buffer, sizeof buffer);
  if (lengths[0] != 96 || lengths[1] != 32 || lengths[2] != 96 || lengths[3] != 192) fail("the stream goes on");
  if (lengths[4] != -1 || !client.is_permanent || client.error != PENCIL_NOT_PERMITTED) fail("a refusal for good");
  if (client.epoch != 9 || client.sequence != 5) fail("the last record");
  checks += 9;
  close_daemon(&place, child);
  if (pencil_reconnect(&client) || client.error != PENCIL_NO_DAEMON || client.retry_ms != 200)
    fail("no daemon: %s, %d ms", client.error_text, client.retry_ms);
}
