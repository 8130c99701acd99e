#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Counts every malloc, calloc, realloc and aligned allocation of the calling thread, so that tests which run beside don't
   count.  Linked in, it replaces glibc's entry points by ones that count and go on to it.  Off under a sanitizer, which has its own allocator: a test must ask
   pencil_allocations_counted() first, or it would pass without counting. */
bool pencil_allocations_counted(void);
uint64_t pencil_allocation_count(void);
