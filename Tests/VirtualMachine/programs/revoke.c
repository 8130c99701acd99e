// Takes a process's open evdev node away from it, as logind does with those that it handed out when the session changes:
//
//   revoke PROCESS NODE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 1024 };

static void fail(const char *what) {
  fprintf(stderr, "revoke: %s: %s\n", what, strerror(errno));
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: revoke PROCESS NODE\n", stderr);
    return 64;
  }
  struct stat wanted, found;
  if (stat(argv[2], &wanted) < 0) fail(argv[2]);
  int process = (int)syscall(SYS_pidfd_open, atoi(argv[1]), 0);
  if (process < 0) fail("pidfd_open");
  int revoked = 0;
  for (int number = 0; number < MOST_DESCRIPTORS; number++) {
    int taken = (int)syscall(SYS_pidfd_getfd, process, number, 0);
    if (taken < 0) continue; // it has none of this number
    if (fstat(taken, &found) == 0 && S_ISCHR(found.st_mode) && found.st_rdev == wanted.st_rdev) {
      if (ioctl(taken, EVIOCREVOKE, 0) < 0) fail("EVIOCREVOKE");
      revoked++;
    }
    close(taken);
  }
  if (revoked == 0) {
    errno = ENOENT;
    fail("the process has not opened the node");
  }
  return 0;
}
