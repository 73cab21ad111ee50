// Calls of the driver about modules, launches and graphs.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "state.h"

using namespace emulator;

namespace {

// graphs that were captured and not destroyed
long graphs = 0;

Function* function_of(Context* context, void* handle) {
    for (Module* module : context->modules) {
        for (auto& each : module->functions) {
            if (each.second.get() == handle) {
                return each.second.get();
            }
        }
    }
    return nullptr;
}

bool is_grid(const Grid& grid) {
    return grid.x > 0 && grid.y > 0 && grid.z > 0 && grid.x <= 0x7fffffffu && grid.y <= 65535 && grid.z <= 65535;
}

}  // namespace

EXPORT CUresult cuModuleLoadData(Module** module, const void*) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result == CUDA_SUCCESS && state().settings.imagesToRefuse > 0) {
        state().settings.imagesToRefuse--;
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    if (result == CUDA_SUCCESS) {
        // kernels of the emulator are linked with it, so every image has all of them
        *module = new Module;
        context->modules.insert(*module);
    }
    return result;
}

EXPORT CUresult cuModuleLoadDataEx(Module** module, const void* image, unsigned, void*, void*) {
    return cuModuleLoadData(module, image);
}

EXPORT CUresult cuModuleUnload(Module* module) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_unsafe(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (context->modules.erase(module) == 0) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    delete module;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuModuleGetFunction(Function** function, Module* module, const char* name) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (context->modules.count(module) == 0) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    auto kernel = kernels().find(name);
    if (kernel == kernels().end()) {
        return CUDA_ERROR_NOT_FOUND;
    }
    std::unique_ptr<Function>& entry = module->functions[name];
    if (!entry) {
        entry.reset(new Function{&kernel->second});
    }
    *function = entry.get();
    return CUDA_SUCCESS;
}

EXPORT CUresult cuFuncSetAttribute(void* handle, int attribute, int value) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Function* function = function_of(context, handle);
    if (function == nullptr) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        if (value < 0 || value > most_shared()) {
            return CUDA_ERROR_INVALID_VALUE;
        }
        function->mostDynamicShared = value;
    }
    return CUDA_SUCCESS;
}

EXPORT CUresult cuLaunchKernel(void* handle, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                               unsigned blockZ, unsigned sharedBytes, void* streamHandle, void** parameters, void** extra) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Function* function = function_of(context, handle);
    Stream* stream = find(context, streamHandle, result);
    if (function == nullptr || stream == nullptr) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    Work work{Work::KERNEL};
    work.kernel = function->kernel;
    work.grid = {gridX, gridY, gridZ};
    work.threads = (int)blockX;
    work.sharedBytes = sharedBytes;
    if (!is_grid(work.grid) || blockX == 0 || blockX > 1024 || blockY != 1 || blockZ != 1 || extra != nullptr ||
        (int)sharedBytes > function->mostDynamicShared) {
        fprintf(stderr, "CUDA emulator: kernel %s cannot be launched with a grid of %u, %u, %u, blocks of %u and %u bytes\n",
                work.kernel->name, gridX, gridY, gridZ, blockX, sharedBytes);
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (work.threads > work.kernel->threads) {
        fprintf(stderr, "CUDA emulator: kernel %s is for blocks of at most %d threads\n", work.kernel->name, work.kernel->threads);
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    }
    for (int i = 0; i < work.kernel->parameters; i++) {
        const unsigned char* value = (const unsigned char*)parameters[i];
        work.parameters.insert(work.parameters.end(), value, value + work.kernel->sizes[i]);
    }
    return give(stream, std::move(work));
}

EXPORT CUresult cuStreamBeginCapture_v2(void* handle, unsigned mode) {
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
    if (stream->capture) {
        return CUDA_ERROR_ILLEGAL_STATE;
    }
    stream->capture.reset(new Graph);
    stream->captureMode = mode;
    stream->captureBroken = false;
    stream->capturer = (unsigned long)pthread_self();
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamEndCapture(void* handle, Graph** graph) {
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
    if (!stream->capture) {
        return CUDA_ERROR_ILLEGAL_STATE;
    }
    std::unique_ptr<Graph> captured = std::move(stream->capture);
    if (stream->captureBroken) {
        *graph = nullptr;
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    }
    *graph = captured.release();
    graphs++;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamIsCapturing(void* handle, int* status) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Stream* stream = find(context, handle, result);
    if (stream != nullptr) {
        *status = !stream->capture ? 0 : stream->captureBroken ? 2 : 1;
    }
    return result;
}

EXPORT CUresult cuGraphInstantiateWithFlags(GraphExec** executable, Graph* graph, unsigned long long) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (graph == nullptr) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (state().settings.graphsToRefuse > 0) {
        state().settings.graphsToRefuse--;
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *executable = new GraphExec{graph->nodes, context};
    context->graphs.insert(*executable);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuGraphDestroy(Graph* graph) {
    Locked lock(state().lock);
    if (graph == nullptr) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    delete graph;
    graphs--;
    return CUDA_SUCCESS;
}

EXPORT long emulator_graphs() {
    Locked lock(state().lock);
    return graphs;
}

EXPORT CUresult cuGraphExecDestroy(GraphExec* executable) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (context->graphs.erase(executable) == 0) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    delete executable;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuGraphUpload(GraphExec* executable, void*) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    return result != CUDA_SUCCESS || context->graphs.count(executable) == 1 ? result : CUDA_ERROR_INVALID_HANDLE;
}

EXPORT CUresult cuGraphLaunch(GraphExec* executable, void* handle) {
    Locked lock(state().lock);
    Context* context;
    CUresult result = enter_context(context);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    Stream* stream = find(context, handle, result);
    if (stream == nullptr || context->graphs.count(executable) == 0) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    state().counters.graphLaunches++;
    Work work{Work::GRAPH};
    work.graph = executable;
    return give(stream, work);
}
