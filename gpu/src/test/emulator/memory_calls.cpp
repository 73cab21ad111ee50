// Calls of the driver about memory, and copies.
#include <string.h>

#include <new>

#include "state.h"

using namespace emulator;

namespace {

bool is_pinned(Context* context, uintptr_t address, size_t bytes) {
    auto after = context->pinnedBytes.upper_bound(address);
    if (after == context->pinnedBytes.begin()) {
        return false;
    }
    --after;
    return address - after->first <= after->second && bytes <= after->second - (address - after->first);
}

Work copy(uintptr_t to, bool toDevice, uintptr_t from, bool fromDevice, size_t bytes) {
    Work work{Work::COPY};
    work.to = to;
    work.from = from;
    work.bytes = bytes;
    work.toDevice = toDevice;
    work.fromDevice = fromDevice;
    return work;
}

Work fill(uintptr_t to, unsigned value, int width, size_t count) {
    Work work{Work::FILL};
    work.to = to;
    work.toDevice = true;
    work.bytes = count * (size_t)width;
    work.value = value;
    work.width = width;
    return work;
}

// Whether both ends are where they should be: device memory within one allocation, host memory of asynchronous copies pinned.
bool is_valid(Context* context, const Work& work, bool asynchronous) {
    bool fills = work.kind == Work::FILL;
    bool to = work.toDevice ? context->memory.contains(work.to, work.bytes) && (!fills || work.to % (size_t)work.width == 0)
                            : !asynchronous || is_pinned(context, work.to, work.bytes);
    bool from = fills || (work.fromDevice ? context->memory.contains(work.from, work.bytes)
                                          : !asynchronous || is_pinned(context, work.from, work.bytes));
    return to && from;
}

bool fails_now() {
    long& left = state().settings.allocationsUntilFailure;
    return left >= 0 && left-- == 0;
}

CUresult at_once(Work work) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    state().counters.synchronous++;
    return is_valid(context, work, false) ? perform(context, work) : CUDA_ERROR_INVALID_VALUE;
}

CUresult later(Work work, void* handle) {
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
    return is_valid(context, work, true) ? give(stream, std::move(work)) : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

EXPORT CUresult cuMemGetInfo_v2(size_t* free, size_t* total) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result == CUDA_SUCCESS) {
        *total = state().settings.memoryBytes;
        *free = *total < context->memory.bytes() ? 0 : *total - context->memory.bytes();
    }
    return result;
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr* pointer, size_t bytes) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (bytes == 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    size_t total = state().settings.memoryBytes;
    size_t used = context->memory.bytes();
    if (used > total || bytes > total - used || fails_now()) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *pointer = (CUdeviceptr)context->memory.allocate(bytes);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemFree_v2(CUdeviceptr pointer) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS || pointer == 0) {
        return result;
    }
    return context->memory.free((uintptr_t)pointer) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr* start, size_t* bytes, CUdeviceptr pointer) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    uintptr_t first = 0;
    size_t size = context->memory.around((uintptr_t)pointer, first);
    if (start != nullptr) {
        *start = first;
    }
    if (bytes != nullptr) {
        *bytes = size;
    }
    return size == 0 ? CUDA_ERROR_NOT_FOUND : CUDA_SUCCESS;
}

EXPORT CUresult cuMemHostAlloc(void** pointer, size_t bytes, unsigned) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (bytes == 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (fails_now()) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    std::unique_ptr<char[]> memory(new (std::nothrow) char[bytes]);
    if (!memory) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memset(memory.get(), 0xff, bytes);
    uintptr_t address = (uintptr_t)memory.get();
    *pointer = memory.get();
    context->pinnedBytes[address] = bytes;
    context->pinned[address] = std::move(memory);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemAllocHost_v2(void** pointer, size_t bytes) { return cuMemHostAlloc(pointer, bytes, 0); }

EXPORT CUresult cuMemFreeHost(void* pointer) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    context->pinnedBytes.erase((uintptr_t)pointer);
    return context->pinned.erase((uintptr_t)pointer) == 1 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, size_t bytes) {
    return at_once(copy((uintptr_t)to, true, (uintptr_t)from, false, bytes));
}

EXPORT CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, size_t bytes) {
    return at_once(copy((uintptr_t)to, false, (uintptr_t)from, true, bytes));
}

EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return at_once(copy((uintptr_t)to, true, (uintptr_t)from, true, bytes));
}

EXPORT CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count) {
    return at_once(fill((uintptr_t)to, value, 1, count));
}

EXPORT CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count) {
    return at_once(fill((uintptr_t)to, value, 4, count));
}

EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes, void* stream) {
    return later(copy((uintptr_t)to, true, (uintptr_t)from, false, bytes), stream);
}

EXPORT CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, void* stream) {
    return later(copy((uintptr_t)to, false, (uintptr_t)from, true, bytes), stream);
}

EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, void* stream) {
    return later(copy((uintptr_t)to, true, (uintptr_t)from, true, bytes), stream);
}

EXPORT CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, void* stream) {
    return later(fill((uintptr_t)to, value, 1, count), stream);
}

EXPORT CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, void* stream) {
    return later(fill((uintptr_t)to, value, 4, count), stream);
}
