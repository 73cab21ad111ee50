// Calls of the driver about itself, its devices and their contexts.
#include <stdio.h>
#include <string.h>

#include "state.h"

using namespace emulator;

namespace {

bool is_device(CUdevice device) { return device >= 0 && device < state().settings.devices; }

}  // namespace

EXPORT CUresult cuInit(unsigned) {
    Locked lock(state().lock);
    if (state().settings.initResult == CUDA_SUCCESS) {
        state().initialised = true;
    }
    return (CUresult)state().settings.initResult;
}

EXPORT CUresult cuDriverGetVersion(int* version) {
    Locked lock(state().lock);
    *version = state().settings.driverVersion;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetCount(int* count) {
    Locked lock(state().lock);
    if (!state().initialised) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    *count = state().settings.devices;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    Locked lock(state().lock);
    if (!is_device(ordinal)) {
        return CUDA_ERROR_INVALID_DEVICE;
    }
    *device = ordinal;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
    Locked lock(state().lock);
    if (!is_device(device)) {
        return CUDA_ERROR_INVALID_DEVICE;
    }
    snprintf(name, (size_t)length, "TokenRouter CUDA emulator (not a GPU)");
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice device) {
    Locked lock(state().lock);
    if (!is_device(device)) {
        return CUDA_ERROR_INVALID_DEVICE;
    }
    *bytes = state().settings.memoryBytes;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
    Locked lock(state().lock);
    if (!is_device(device)) {
        return CUDA_ERROR_INVALID_DEVICE;
    }
    switch (attribute) {
        case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
            *value = 1024;
            return CUDA_SUCCESS;
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
            *value = PLAIN_SHARED;
            return CUDA_SUCCESS;
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
            *value = most_shared();
            return CUDA_SUCCESS;
        case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
            *value = 32;
            return CUDA_SUCCESS;
        case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
            *value = MULTIPROCESSORS;
            return CUDA_SUCCESS;
        case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
            *value = 1 << 20;
            return CUDA_SUCCESS;
        case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
            *value = state().settings.computeCapability / 10;
            return CUDA_SUCCESS;
        case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
            *value = state().settings.computeCapability % 10;
            return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuDevicePrimaryCtxRetain(Context** context, CUdevice device) {
    Locked lock(state().lock);
    if (!state().initialised) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    if (!is_device(device)) {
        return CUDA_ERROR_INVALID_DEVICE;
    }
    *context = &state().contexts[device];
    (*context)->retained++;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
    Locked lock(state().lock);
    if (device < 0 || device >= MOST_DEVICES || state().contexts[device].retained == 0) {
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    Context* context = &state().contexts[device];
    if (--context->retained == 0) {
        give_up_everything(context);
    }
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxSetCurrent(Context* context) {
    current() = context;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxGetCurrent(Context** context) {
    *context = current();
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxSynchronize() {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result == CUDA_SUCCESS) {
        for (Stream* stream : context->streams) {
            result = result == CUDA_SUCCESS ? drain(stream, nullptr) : result;
        }
    }
    return result;
}

