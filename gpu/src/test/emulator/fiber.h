// Stacks that a host thread switches between.
#pragma once

namespace emulator {

struct Fiber {
    // what is switched to: the stack's pointer, or a ucontext_t where there is no assembly for the processor
    void* context;
    char* stack;
    char* top;
};

constexpr long STACK_BYTES = 96 * 1024;

// Makes its stack, with pages before it that cannot be touched. Tops of stacks of different numbers lie differently within their pages:
// otherwise all of them would compete for the same few lines of the processor's caches.
void make(Fiber& fiber, int number);

// The next switch to it calls entry, which must not return.
void start(Fiber& fiber, void (*entry)());

void switch_to(Fiber& from, Fiber& to);

}  // namespace emulator
