// Stacks that a host thread switches between.
#pragma once

namespace emulator {

struct Fiber {
    // what is switched to: the stack's pointer, or a ucontext_t where there is no assembly for the processor
    void* context;
    char* stack;
};

constexpr long STACK_BYTES = 96 * 1024;

// Makes its stack, with a page before it that cannot be touched.
void make(Fiber& fiber);

// The next switch to it calls entry, which must not return.
void start(Fiber& fiber, void (*entry)());

void switch_to(Fiber& from, Fiber& to);

}  // namespace emulator
