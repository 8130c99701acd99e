// Tries what a service that only reads tablets must not be able to do, and the little that it must.  A line for each
// attempt: its name and what came of it ("ok" or the name of the error).
//
//   probe [NAME=PATH]...      each PATH is opened: to be read, to be written when NAME begins with "write",
//                             to be made when it begins with "make"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void tell(const char *name, long result) { printf("%s %s\n", name, result < 0 ? strerrorname_np(errno) : "ok"); }

static void try_socket(const char *name, int family, int type) {
  int made = socket(family, type | SOCK_CLOEXEC, 0);
  tell(name, made);
  if (made >= 0) close(made);
}

static void try_path(const char *argument) {
  char name[64];
  const char *path = strchr(argument, '=');
  if (path == NULL || (size_t)(path - argument) >= sizeof name) return;
  memcpy(name, argument, (size_t)(path - argument));
  name[path - argument] = 0;
  int flags = O_RDONLY;
  if (strncmp(name, "write", 5) == 0) flags = O_WRONLY;
  if (strncmp(name, "make", 4) == 0) flags = O_WRONLY | O_CREAT;
  int opened = open(path + 1, flags | O_NONBLOCK | O_CLOEXEC, 0600);
  tell(name, opened);
  if (opened >= 0) close(opened);
}

// Memory that was written and is then to be run.
static long make_code(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? -1 : mprotect(memory, 4096, PROT_READ | PROT_EXEC);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) try_path(argv[i]);
  try_socket("local-socket", AF_UNIX, SOCK_SEQPACKET);
  try_socket("udev-socket", AF_NETLINK, SOCK_RAW);
  try_socket("tcp-socket", AF_INET, SOCK_STREAM);
  try_socket("udp-socket", AF_INET, SOCK_DGRAM);
  tell("code-made-at-run-time", make_code());
  tell("other-personality", personality(ADDR_NO_RANDOMIZE));
  tell("setuid-file", chmod("/var/lib/pencild/probe", 04755));
  tell("user-namespace", unshare(CLONE_NEWUSER)); // the last: it changes what this process may do
  return 0;
}
