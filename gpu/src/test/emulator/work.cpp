// What streams do, which is when somebody asks whether it is done: a buffer that is overwritten too early, or read too early, is found.
#include <string.h>

#include <chrono>

#include "state.h"

namespace emulator {

namespace {

CUresult launch(Context* context, const Work& work) {
    State& all = state();
    long& left = all.settings.launchesUntilLost[context->device];
    if (left == 0) {
        return lose(context, (CUresult)all.settings.lostResult, "the device is lost, as the test wanted");
    }
    if (left > 0) {
        left--;
    }
    all.counters.launches++;
    // every other launch runs its blocks and threads in the opposite order: results that differ lack a barrier
    all.backwards = !all.backwards;
    void* values[MOST_PARAMETERS];
    size_t offset = 0;
    for (int i = 0; i < work.kernel->parameters; i++) {
        values[i] = (void*)(work.parameters.data() + offset);
        offset += (size_t)work.kernel->sizes[i];
    }
    std::string message;
    CUresult result =
        run(*work.kernel, work.grid, work.threads, work.sharedBytes, values, context->memory, all.backwards, message);
    return result == CUDA_SUCCESS ? result : lose(context, result, message);
}

CUresult move(Context* context, const Work& work) {
    // what was freed meanwhile is not there any more
    if ((work.toDevice && !context->memory.contains(work.to, work.bytes)) ||
        (work.fromDevice && !context->memory.contains(work.from, work.bytes))) {
        return lose(context, CUDA_ERROR_ILLEGAL_ADDRESS, "a copy accesses device memory that was freed before it ran");
    }
    if (work.kind == Work::COPY) {
        memmove((void*)work.to, (const void*)work.from, work.bytes);
    } else {
        for (size_t i = 0; i < work.bytes; i += (size_t)work.width) {
            memcpy((char*)work.to + i, &work.value, (size_t)work.width);
        }
    }
    return CUDA_SUCCESS;
}

CUresult wait_for(Event* event, long generation) {
    while (event->reached < generation && event->stream != nullptr) {
        Stream* other = event->stream;
        CUresult result = drain(other, event);
        if (result != CUDA_SUCCESS) {
            return result;
        }
        if (event->stream == other && event->reached < generation) {
            // a circle of waits, which CUDA cannot have either
            return CUDA_ERROR_LAUNCH_FAILED;
        }
    }
    return CUDA_SUCCESS;
}

void reach(const Work& work) {
    work.event->reached = work.generation;
    work.event->milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
    if (work.event->reached == work.event->recorded) {
        work.event->stream = nullptr;
    }
}

}  // namespace

CUresult perform(Context* context, const Work& work) {
    switch (work.kind) {
        case Work::KERNEL:
            return launch(context, work);
        case Work::COPY:
        case Work::FILL:
            return move(context, work);
        case Work::RECORD:
            reach(work);
            return CUDA_SUCCESS;
        case Work::WAIT:
            return wait_for(work.event, work.generation);
        case Work::GRAPH:
            if (context->graphs.count(work.graph) == 0) {
                return lose(context, CUDA_ERROR_LAUNCH_FAILED, "a graph was destroyed before its launch ran");
            }
            for (const Work& node : work.graph->nodes) {
                CUresult result = perform(context, node);
                if (result != CUDA_SUCCESS) {
                    return result;
                }
            }
            return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult give(Stream* stream, Work work) {
    if (stream->capture) {
        if (stream->captureBroken) {
            return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
        }
        stream->capture->nodes.push_back(std::move(work));
    } else {
        stream->work.push_back(std::move(work));
        stream->asked = 0;
    }
    return CUDA_SUCCESS;
}

CUresult drain(Stream* stream, const Event* until) {
    while (!stream->work.empty() && (until == nullptr || until->stream == stream)) {
        Work next = std::move(stream->work.front());
        stream->work.pop_front();
        CUresult result = perform(stream->context, next);
        if (result != CUDA_SUCCESS) {
            return result;
        }
    }
    return stream->context->sticky;
}

}  // namespace emulator
