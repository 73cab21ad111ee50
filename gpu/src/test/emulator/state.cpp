#include "state.h"

#include <pthread.h>
#include <stdio.h>

namespace emulator {

namespace {

std::map<std::string, Kernel>& table() {
    // kernels are entered before main, in any order of the files; never destroyed, like the state
    static std::map<std::string, Kernel>& all = *new std::map<std::string, Kernel>;
    return all;
}

// Whether the calling thread captures in a mode that forbids calls which might wait; such a capture is of no use after one.
bool breaks_capture(Context* context) {
    bool broken = false;
    for (Stream* stream : context->streams) {
        if (stream->capture && stream->captureMode != CU_STREAM_CAPTURE_MODE_RELAXED &&
            (stream->captureMode == 0 || stream->capturer == (unsigned long)pthread_self())) {
            stream->captureBroken = true;
            broken = true;
        }
    }
    return broken;
}

}  // namespace

void enter(const Kernel& kernel) {
    if (!table().emplace(kernel.name, kernel).second) {
        fprintf(stderr, "CUDA emulator: there are two kernels of the name %s\n", kernel.name);
    }
}

const std::map<std::string, Kernel>& kernels() { return table(); }

State& state() {
    // never destroyed: threads of the virtual machine may call until the process ends
    static State* all = [] {
        State* made = new State;
        for (int i = 0; i < MOST_DEVICES; i++) {
            made->contexts[i].device = i;
        }
        return made;
    }();
    return *all;
}

int most_shared() {
    switch (state().settings.computeCapability) {
        case 70:
            return 96 * 1024;
        case 75:
            return 64 * 1024;
        case 80:
        case 87:
            return 163 * 1024;
        case 86:
        case 89:
        case 120:
            return 99 * 1024;
        default:
            return 227 * 1024;
    }
}

Context*& current() {
    static thread_local Context* context;
    return context;
}

CUresult enter_context(Context*& context) {
    if (!state().initialised) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    context = current();
    if (context == nullptr || context->retained == 0) {
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    return context->sticky;
}

CUresult enter_unsafe(Context*& context) {
    CUresult result = enter_context(context);
    if (result == CUDA_SUCCESS && breaks_capture(context)) {
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    return result;
}

Stream* find(Context* context, void* handle, CUresult& result) {
    if (context->streams.count((Stream*)handle) == 0) {
        result = CUDA_ERROR_INVALID_HANDLE;
        return nullptr;
    }
    return (Stream*)handle;
}

CUresult lose(Context* context, CUresult result, const std::string& message) {
    context->sticky = result;
    state().fault = message;
    fprintf(stderr, "CUDA emulator, device %d: %s\n", context->device, message.c_str());
    for (Stream* stream : context->streams) {
        stream->work.clear();
    }
    return result;
}

void give_up_everything(Context* context) {
    for (Stream* each : context->streams) {
        delete each;
    }
    for (Event* each : context->events) {
        delete each;
    }
    for (Module* each : context->modules) {
        delete each;
    }
    for (GraphExec* each : context->graphs) {
        delete each;
    }
    context->streams.clear();
    context->events.clear();
    context->modules.clear();
    context->graphs.clear();
    context->memory.freeAll();
    context->pinned.clear();
    context->pinnedBytes.clear();
    context->sticky = CUDA_SUCCESS;
}

}  // namespace emulator
