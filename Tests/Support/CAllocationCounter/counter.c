#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PENCIL_SANITIZED 1
#endif
#endif

/* Initial-exec: looking it up may not allocate in its turn. */
static _Thread_local uint64_t count __attribute__((tls_model("initial-exec")));

uint64_t pencil_allocation_count(void) { return count; }

#ifdef PENCIL_SANITIZED

bool pencil_allocations_counted(void) { return false; }

#else

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void tick(void) { count++; }

void *malloc(size_t size) { tick(); return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { tick(); return __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { tick(); return __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { tick(); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { tick(); return __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  tick();
  void *p = __libc_memalign(alignment, size);
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

bool pencil_allocations_counted(void) {
  void *volatile p; /* volatile, or the compiler leaves the pair out */
  uint64_t before = pencil_allocation_count();
  p = malloc(1);
  extern void free(void *);
  free(p);
  return pencil_allocation_count() > before;
}

#endif
