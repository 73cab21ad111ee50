#include "fiber.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace emulator {

void make(Fiber& fiber, int number) {
    constexpr long guard = 65536;
    char* mapping = (char*)mmap(nullptr, guard + STACK_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED || mprotect(mapping + guard, STACK_BYTES, PROT_READ | PROT_WRITE) != 0) {
        abort();
    }
    fiber.stack = mapping + guard;
    fiber.top = fiber.stack + STACK_BYTES - number * 320 % 32768;
#if !defined(__x86_64__)
    fiber.context = new ucontext_t;
#endif
}

#if defined(__x86_64__)

// Keeps what a called function must keep, changes the stack and goes on where that one left off.
asm(R"(
.text
.globl emulator_switch
.hidden emulator_switch
.type emulator_switch, @function
emulator_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rdx
    jmp *%rdx
.size emulator_switch, . - emulator_switch
)");

extern "C" void emulator_switch(void** save, void* load);

void start(Fiber& fiber, void (*entry)()) {
    // six registers, where to go on, and a return address that nobody takes; the function is entered as if it had been called
    uintptr_t* top = (uintptr_t*)(fiber.top - 64);
    for (int i = 0; i < 8; i++) {
        top[i] = 0;
    }
    top[6] = (uintptr_t)entry;
    fiber.context = top;
}

void switch_to(Fiber& from, Fiber& to) { emulator_switch(&from.context, to.context); }

#else

void start(Fiber& fiber, void (*entry)()) {
    ucontext_t* context = (ucontext_t*)fiber.context;
    getcontext(context);
    context->uc_stack.ss_sp = fiber.stack;
    context->uc_stack.ss_size = (size_t)(fiber.top - fiber.stack);
    context->uc_link = nullptr;
    makecontext(context, entry, 0);
}

void switch_to(Fiber& from, Fiber& to) {
    if (from.context == nullptr) {
        from.context = new ucontext_t;
    }
    swapcontext((ucontext_t*)from.context, (ucontext_t*)to.context);
}

#endif

}  // namespace emulator
