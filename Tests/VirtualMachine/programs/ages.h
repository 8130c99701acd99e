// How old frames are when a program has them, for the programs that measure it.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FRAMES = 1 << 20 };

static uint32_t ages[MOST_FRAMES]; // µs
static size_t frames;
static volatile sig_atomic_t stopped;

static void fail(const char *what) {
  fprintf(stderr, "latency: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

// Without SA_RESTART: whoever waits must return.
static void stop_on_sigterm(void) {
  struct sigaction action = {.sa_handler = stop};
  sigaction(SIGTERM, &action, NULL);
}

// Makes the file that says so.
static void tell_ready(const char *path) {
  if (path != NULL && close(open(path, O_WRONLY | O_CREAT, 0644)) < 0) fail(path);
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void note(uint64_t moment, uint64_t time) {
  if (frames < MOST_FRAMES) ages[frames++] = moment > time ? (uint32_t)(moment - time) : 0;
}

static int by_age(const void *a, const void *b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return (left > right) - (left < right);
}

// One JSON object, of all frames but the first ones.
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
