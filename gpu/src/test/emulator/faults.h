// Signals that a kernel causes end the kernel and not the process. Those of everybody else go to whoever handled them before, the Java
// virtual machine above all, which has its own use for them.
#pragma once

#include <stdint.h>

namespace emulator {

struct Fault {
    int signal;
    uintptr_t address;
};

// Runs body on this thread; true if it came to its end, false if a signal ended it. What body had on the stack is left as it is.
bool guarded_run(void (*body)(void*), void* argument, Fault& fault);

}  // namespace emulator
