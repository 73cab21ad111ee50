// Calls of the driver about streams and events.
#include "state.h"

using namespace emulator;

namespace {

Event* event_of(Context* context, void* handle) {
    return context->events.count((Event*)handle) == 0 ? nullptr : (Event*)handle;
}

bool refuses(Stream* stream, CUresult& result) {
    if (stream != nullptr && stream->capture) {
        stream->captureBroken = true;
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
        return true;
    }
    return stream == nullptr;
}

}  // namespace

EXPORT CUresult cuStreamCreate(Stream** stream, unsigned) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result == CUDA_SUCCESS) {
        *stream = new Stream{context, {}, nullptr};
        context->streams.insert(*stream);
    }
    return result;
}

EXPORT CUresult cuStreamCreateWithPriority(Stream** stream, unsigned flags, int) { return cuStreamCreate(stream, flags); }

EXPORT CUresult cuStreamDestroy_v2(void* handle) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Stream* stream = find(context, handle, result);
    if (stream == nullptr) {
        return result;
    }
    // what it still has to do is done on devices, too
    result = drain(stream, nullptr);
    context->streams.erase(stream);
    delete stream;
    return result;
}

EXPORT CUresult cuStreamSynchronize(void* handle) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Stream* stream = find(context, handle, result);
    return refuses(stream, result) ? result : drain(stream, nullptr);
}

EXPORT CUresult cuStreamQuery(void* handle) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Stream* stream = find(context, handle, result);
    if (refuses(stream, result)) {
        return result;
    }
    if (!stream->work.empty() && stream->asked++ == 0) {
        return CUDA_ERROR_NOT_READY;
    }
    return drain(stream, nullptr);
}

EXPORT CUresult cuStreamWaitEvent(void* handle, void* eventHandle, unsigned) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Stream* stream = find(context, handle, result);
    Event* event = event_of(context, eventHandle);
    if (stream == nullptr || event == nullptr) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (refuses(stream, result)) {
        // captures of several streams are more than the module needs
        return result;
    }
    Work work{Work::WAIT};
    work.event = event;
    work.generation = event->recorded;
    return give(stream, work);
}

EXPORT CUresult cuEventCreate(Event** event, unsigned flags) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result == CUDA_SUCCESS) {
        *event = new Event{context, (flags & CU_EVENT_DISABLE_TIMING) == 0};
        context->events.insert(*event);
    }
    return result;
}

EXPORT CUresult cuEventDestroy_v2(void* handle) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Event* event = event_of(context, handle);
    if (event == nullptr) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    // streams that still refer to it do so first
    while (event->stream != nullptr) {
        result = drain(event->stream, event);
        if (result != CUDA_SUCCESS) {
            break;
        }
    }
    context->events.erase(event);
    delete event;
    return result;
}

EXPORT CUresult cuEventRecord(void* handle, void* streamHandle) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Stream* stream = find(context, streamHandle, result);
    Event* event = event_of(context, handle);
    if (stream == nullptr || event == nullptr) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (stream->capture) {
        // an event of a capture is a dependency between captured streams, and of one stream there is none
        event->captured = true;
        return stream->captureBroken ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;
    }
    Work work{Work::RECORD};
    work.event = event;
    work.generation = ++event->recorded;
    event->stream = stream;
    event->asked = 0;
    event->captured = false;
    return give(stream, work);
}

EXPORT CUresult cuEventQuery(void* handle) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Event* event = event_of(context, handle);
    if (event == nullptr) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (event->captured) {
        return CUDA_ERROR_CAPTURED_EVENT;
    }
    if (event->stream == nullptr) {
        return CUDA_SUCCESS;
    }
    return event->asked++ == 0 ? CUDA_ERROR_NOT_READY : drain(event->stream, event);
}

EXPORT CUresult cuEventSynchronize(void* handle) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Event* event = event_of(context, handle);
    if (event == nullptr) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (event->captured) {
        return CUDA_ERROR_CAPTURED_EVENT;
    }
    return event->stream == nullptr ? CUDA_SUCCESS : drain(event->stream, event);
}

EXPORT CUresult cuEventElapsedTime(float* milliseconds, void* start, void* end) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Event* first = event_of(context, start);
    Event* last = event_of(context, end);
    if (first == nullptr || last == nullptr || !first->timed || !last->timed || first->recorded == 0 || last->recorded == 0) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (first->stream != nullptr || last->stream != nullptr) {
        return CUDA_ERROR_NOT_READY;
    }
    *milliseconds = (float)(last->milliseconds - first->milliseconds);
    return CUDA_SUCCESS;
}
