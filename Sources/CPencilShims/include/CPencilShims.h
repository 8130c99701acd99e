#pragma once
/* What Swift's Glibc module lacks: headers it leaves out, and macros, variadics and _GNU_SOURCE calls as plain
   functions.  No logic: each does one call and leaves errno as it is. */
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>

/* Errors and files. */
const char *pencil_error_text(int code, char *buffer, size_t size);
int pencil_open(const char *path, int flags, mode_t mode);
int pencil_duplicate(int fd);
int pencil_add_status_flags(int fd, int flags);
int pencil_set_close_on_exec(int fd);
int pencil_memfd(const char *name);

/* A store that the compiler may move neither behind later stores nor before earlier ones. */
static inline void pencil_store_in_order(uint64_t *place, uint64_t value) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(place, value, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* epoll, timerfd, signalfd. */
int pencil_epoll_create(void);
int pencil_epoll_add(int epoll, int fd, uint32_t events, uint64_t token);
int pencil_epoll_modify(int epoll, int fd, uint32_t events, uint64_t token);
int pencil_epoll_remove(int epoll, int fd);
int pencil_timer_create(void);
int pencil_timer_set(int timer, int64_t seconds, int64_t nanoseconds);
int pencil_signal_open(const sigset_t *signals);

/* Unix sockets.  `type` is SOCK_SEQPACKET, SOCK_STREAM or SOCK_DGRAM.  A path is given with its final NUL, an abstract
   name with its leading one; `length` counts it and is at most pencil_unix_path_size(). */
size_t pencil_unix_path_size(void);
int pencil_type_packets(void);
int pencil_type_stream(void);
int pencil_type_datagram(void);
int pencil_socket(int type, int nonblocking);
int pencil_socket_pair(int type, int fds[2]);
int pencil_socket_type(int fd);
/* The path that a socket is bound to, in `size` bytes with a final NUL; empty: none, or an abstract name. */
int pencil_socket_path(int fd, char *path, size_t size);
int pencil_bind(int fd, const char *path, size_t length);
int pencil_connect(int fd, const char *path, size_t length);
int pencil_accept(int fd);
ssize_t pencil_send(int fd, const void *bytes, size_t count);
ssize_t pencil_send_waiting(int fd, const void *bytes, size_t count);
/* With a descriptor, of which the receiver gets a copy. */
ssize_t pencil_send_descriptor_waiting(int fd, const void *bytes, size_t count, int descriptor);
ssize_t pencil_send_gathered(int fd, struct iovec *list, size_t count);
/* recvmsg without room for control messages: the kernel drops descriptors that come along. */
ssize_t pencil_receive(int fd, void *bytes, size_t count, int *flags);
int pencil_is_truncated(int flags);
int pencil_unread(int fd, int *bytes);
int pencil_set_send_buffer(int fd, int bytes);
int pencil_set_send_timeout(int fd, int64_t microseconds);
int pencil_peer(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid);
int pencil_peer_groups(int fd, uint32_t *groups, size_t *byte_count);
/* A pidfd of the peer, for the caller to close. */
int pencil_peer_pidfd(int fd);

/* SIG_IGN and SIG_DFL are casts to function pointers. */
int pencil_ignore_signal(int signal);
int pencil_default_signal(int signal);

/* madvise(MADV_DONTNEED) for all read-only segments of the program and its libraries, by dl_iterate_phdr. */
int pencil_give_back_code(void);

/* A global variable, which Swift takes for shared between threads. */
char **pencil_environment(void);
const char *pencil_trusted_environment(const char *name);
