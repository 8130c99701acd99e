#define _GNU_SOURCE
#include "CPencilShims.h"

#include <fcntl.h>
#include <link.h>
#include <linux/sockios.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

const char *pencil_error_text(int code, char *buffer, size_t size) { return strerror_r(code, buffer, size); }

int pencil_open(const char *path, int flags, mode_t mode) { return open(path, flags | O_CLOEXEC, mode); }
int pencil_duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 0); }
int pencil_add_status_flags(int fd, int flags) { return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | flags); }
int pencil_set_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC); }
int pencil_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int pencil_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int pencil_epoll_add(int epoll, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

int pencil_epoll_modify(int epoll, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event);
}

int pencil_epoll_remove(int epoll, int fd) { return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL); }

int pencil_timer_create(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

int pencil_timer_set(int timer, int64_t seconds, int64_t nanoseconds) {
  struct itimerspec when = {.it_value = {.tv_sec = seconds, .tv_nsec = nanoseconds}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

int pencil_signal_open(const sigset_t *signals) { return signalfd(-1, signals, SFD_NONBLOCK | SFD_CLOEXEC); }

size_t pencil_unix_path_size(void) { return sizeof(((struct sockaddr_un *)0)->sun_path); }
int pencil_type_packets(void) { return SOCK_SEQPACKET; }
int pencil_type_stream(void) { return SOCK_STREAM; }
int pencil_type_datagram(void) { return SOCK_DGRAM; }

int pencil_socket(int type, int nonblocking) {
  return socket(AF_UNIX, type | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), 0);
}

int pencil_socket_pair(int type, int fds[2]) {
  return socketpair(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds);
}

int pencil_socket_type(int fd) {
  int type = -1;
  socklen_t size = sizeof type;
  return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) < 0 ? -1 : type;
}

static socklen_t address_of(const char *path, size_t length, struct sockaddr_un *address) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  memcpy(address->sun_path, path, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

int pencil_socket_path(int fd, char *path, size_t size) {
  /* A longest path fills the address, without a NUL. */
  struct {
    struct sockaddr_un address;
    char end;
  } name = {0};
  socklen_t length = sizeof name.address;
  int result = getsockname(fd, (struct sockaddr *)&name.address, &length);
  strncpy(path, name.address.sun_path, size - 1);
  path[size - 1] = 0;
  return result;
}

int pencil_bind(int fd, const char *path, size_t length) {
  struct sockaddr_un address;
  socklen_t size = address_of(path, length, &address);
  return bind(fd, (struct sockaddr *)&address, size);
}

int pencil_connect(int fd, const char *path, size_t length) {
  struct sockaddr_un address;
  socklen_t size = address_of(path, length, &address);
  return connect(fd, (struct sockaddr *)&address, size);
}

int pencil_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

ssize_t pencil_send(int fd, const void *bytes, size_t count) {
  return send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t pencil_send_waiting(int fd, const void *bytes, size_t count) { return send(fd, bytes, count, MSG_NOSIGNAL); }

ssize_t pencil_send_descriptor_waiting(int fd, const void *bytes, size_t count, int descriptor) {
  struct iovec one = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct msghdr message = {
      .msg_iov = &one, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
  return sendmsg(fd, &message, MSG_NOSIGNAL);
}

ssize_t pencil_send_gathered(int fd, struct iovec *list, size_t count) {
  struct msghdr message = {.msg_iov = list, .msg_iovlen = count};
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t pencil_receive(int fd, void *bytes, size_t count, int *flags) {
  struct iovec one = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1};
  ssize_t n = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  *flags = message.msg_flags;
  return n;
}

int pencil_is_truncated(int flags) { return (flags & MSG_TRUNC) != 0; }
int pencil_unread(int fd, int *bytes) { return ioctl(fd, SIOCOUTQ, bytes); }

int pencil_set_send_buffer(int fd, int bytes) {
  return setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

int pencil_set_send_timeout(int fd, int64_t microseconds) {
  struct timeval time = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000};
  return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

int pencil_peer(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred peer = {0};
  socklen_t size = sizeof peer;
  int result = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size);
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return result;
}

int pencil_peer_groups(int fd, uint32_t *groups, size_t *byte_count) {
  socklen_t size = (socklen_t)*byte_count;
  int result = getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size);
  *byte_count = size;
  return result;
}

/* Linux 6.5; older headers lack it. */
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int pencil_peer_pidfd(int fd) {
  int pidfd = -1;
  socklen_t size = sizeof pidfd;
  return getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &size) < 0 ? -1 : pidfd;
}

int pencil_ignore_signal(int signal) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  return sigaction(signal, &action, NULL);
}

int pencil_default_signal(int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  return sigaction(signal, &action, NULL);
}

char **pencil_environment(void) { return environ; }
const char *pencil_trusted_environment(const char *name) { return secure_getenv(name); }

static int give_back(struct dl_phdr_info *object, size_t size, void *failure) {
  (void)size;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    /* What may have been written to, as by relocation, is nowhere else. */
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    const uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & -page;
    const uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_filesz) & -page;
    if (end > start && madvise((void *)start, end - start, MADV_DONTNEED) != 0) *(int *)failure = -1;
  }
  return 0;
}

int pencil_give_back_code(void) {
  int failure = 0;
  dl_iterate_phdr(give_back, &failure);
  return failure;
}
