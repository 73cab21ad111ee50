#include "faults.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

namespace emulator {

namespace {

constexpr int SIGNALS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr size_t SIGNAL_STACK = 65536;

struct sigaction before[65];
volatile bool running;
pthread_t runner;
sigjmp_buf back;
Fault caught;

void handle(int signal, siginfo_t* info, void* context) {
    if (running && pthread_equal(runner, pthread_self())) {
        running = false;
        caught = {signal, (uintptr_t)info->si_addr};
        siglongjmp(back, 1);
    }
    struct sigaction& other = before[signal];
    if ((other.sa_flags & SA_SIGINFO) != 0) {
        other.sa_sigaction(signal, info, context);
    } else if (other.sa_handler != SIG_DFL && other.sa_handler != SIG_IGN) {
        other.sa_handler(signal);
    } else {
        // as if there were no handler: the instruction faults again
        sigaction(signal, &other, nullptr);
    }
}

void install() {
    static bool installed;
    if (installed) {
        return;
    }
    installed = true;
    struct sigaction ours = {};
    ours.sa_sigaction = handle;
    // nothing is blocked in the handler, so leaving it by a jump leaves nothing blocked
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int signal : SIGNALS) {
        sigaction(signal, &ours, &before[signal]);
    }
}

}  // namespace

bool guarded_run(void (*body)(void*), void* argument, Fault& fault) {
    install();
    // a stack of a fiber may be what overflowed
    static char* signal_stack = (char*)mmap(nullptr, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t mine = {};
    mine.ss_sp = signal_stack;
    mine.ss_size = SIGNAL_STACK;
    stack_t others;
    sigaltstack(&mine, &others);
    runner = pthread_self();
    bool ended;
    if (sigsetjmp(back, 0) == 0) {
        running = true;
        body(argument);
        running = false;
        ended = true;
    } else {
        fault = caught;
        ended = false;
    }
    sigaltstack(&others, nullptr);
    return ended;
}

}  // namespace emulator
