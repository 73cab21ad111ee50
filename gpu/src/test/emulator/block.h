// Runs the threads of one block as fibers: each runs until it waits for others, then the next. There is one at a time in the process.
#pragma once

#include <stdint.h>

namespace emulator {

constexpr int MOST_THREADS = 1024;

// Why a block did not come to its end; null after run_block if it did. Text of a static buffer.
extern const char* block_failure;

// Runs body once in each of the threads. With backwards the last thread is the first that runs: what differs then lacks a barrier.
void run_block(int threads, bool backwards, void (*body)(void* argument), void* argument);

// Ends the block that runs now; called by one of its threads, never returns.
[[noreturn]] void fail_block(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace emulator
