// What the emulated driver knows. All of it is behind one lock: every call of the driver holds it, and kernels run under it.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cuda.h"
#include "launch.h"
#include "memory.h"

namespace emulator {

constexpr int MOST_DEVICES = 4;
constexpr int MULTIPROCESSORS = 4;
constexpr int PLAIN_SHARED = 48 * 1024;

struct Context;
struct Stream;
struct Event;
struct GraphExec;

// A kernel of a module, with what it was allowed.
struct Function {
    const Kernel* kernel;
    int mostDynamicShared = PLAIN_SHARED;
};

struct Module {
    std::map<std::string, std::unique_ptr<Function>> functions;
};

// Something a stream has to do. Values of kernel parameters are copied when it is given.
struct Work {
    enum Kind { KERNEL, COPY, FILL, RECORD, WAIT, GRAPH } kind;
    // of a kernel
    const Kernel* kernel = nullptr;
    Grid grid = {};
    int threads = 0;
    size_t sharedBytes = 0;
    std::vector<unsigned char> parameters = {};
    // of a copy or fill; device says which ends are device memory
    uintptr_t to = 0;
    uintptr_t from = 0;
    size_t bytes = 0;
    bool toDevice = false;
    bool fromDevice = false;
    unsigned value = 0;
    int width = 1;
    // of a record or wait
    Event* event = nullptr;
    long generation = 0;
    GraphExec* graph = nullptr;
};

struct Graph {
    std::vector<Work> nodes;
};

struct GraphExec {
    std::vector<Work> nodes;
    Context* context = nullptr;
};

struct Event {
    Context* context;
    bool timed;
    // the stream that has still to come to it, or null
    Stream* stream = nullptr;
    // how often it was recorded, and how many of the records were reached
    long recorded = 0;
    long reached = 0;
    // queries of the last record so far
    int asked = 0;
    bool captured = false;
    double milliseconds = 0;
};

struct Stream {
    Context* context;
    std::deque<Work> work;
    std::unique_ptr<Graph> capture;
    unsigned captureMode = 0;
    bool captureBroken = false;
    // thread that captures
    unsigned long capturer = 0;
    int asked = 0;
};

struct Context {
    int device;
    int retained = 0;
    CUresult sticky = CUDA_SUCCESS;
    Allocations memory;
    std::map<uintptr_t, std::unique_ptr<char[]>> pinned;
    std::map<uintptr_t, size_t> pinnedBytes;
    std::set<Stream*> streams;
    std::set<Event*> events;
    std::set<Module*> modules;
    std::set<GraphExec*> graphs;
};

// What tests set before the driver is asked.
struct Settings {
    int initResult = CUDA_SUCCESS;
    int driverVersion = 12040;
    int devices = 1;
    int computeCapability = 90;
    size_t memoryBytes = 256u << 20;
    // devices are lost when as many kernels were launched; -1 for never
    long launchesUntilLost[MOST_DEVICES] = {-1, -1, -1, -1};
    int imagesToRefuse = 0;
    // so many allocations of device or pinned memory succeed before one fails; -1 for all
    long allocationsUntilFailure = -1;
    int graphsToRefuse = 0;
    int lostResult = CUDA_ERROR_ECC_UNCORRECTABLE;
};

struct Counters {
    long launches = 0;
    long graphLaunches = 0;
    long synchronous = 0;
};

struct State {
    std::recursive_mutex lock;
    bool initialised = false;
    Settings settings;
    Counters counters;
    Context contexts[MOST_DEVICES];
    std::string fault;
    bool backwards = false;
};

State& state();
// Shared memory that a block may be given at most, by compute capability.
int most_shared();
const std::map<std::string, Kernel>& kernels();

// The context of the calling thread, null if it has none.
Context*& current();

typedef std::lock_guard<std::recursive_mutex> Locked;

// Begins a call that needs a context: its sticky error, or why there is none.
CUresult enter_context(Context*& context);
// The same for a call that CUDA forbids while the thread captures; such a call ends the capture.
CUresult enter_unsafe(Context*& context);

// The stream of a handle; null if there is none. The null handle is the stream that is done at once.
Stream* find(Context* context, void* handle, CUresult& result);

// Gives work to a stream, or to what it captures.
CUresult give(Stream* stream, Work work);
// Does what a stream has to do up to a record of an event, or all of it for null.
CUresult drain(Stream* stream, const Event* until);
CUresult perform(Context* context, const Work& work);
CUresult lose(Context* context, CUresult result, const std::string& message);
void give_up_everything(Context* context);

}  // namespace emulator
