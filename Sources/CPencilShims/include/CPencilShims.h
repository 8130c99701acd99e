#pragma once
/* What Swift's Glibc module lacks: headers it leaves out, and function-like macros as functions.  No logic. */
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
