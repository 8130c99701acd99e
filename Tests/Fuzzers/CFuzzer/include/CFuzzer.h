#pragma once
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's own entry: the package manager renames main, so its LLVMFuzzerTestOneInput convention doesn't link. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run_one)(const uint8_t *data, size_t size));
