// What the tests set and read; no part of CUDA.
#include <stdio.h>
#include <string.h>

#include "state.h"

using namespace emulator;

// All settings and counters as at the start. Contexts stay, and are whole again.
EXPORT void emulator_reset() {
    Locked lock(state().lock);
    state().settings = Settings();
    state().counters = Counters();
    state().fault.clear();
    for (Context& context : state().contexts) {
        context.sticky = CUDA_SUCCESS;
    }
}

EXPORT void emulator_set_init_result(int result) {
    Locked lock(state().lock);
    state().settings.initResult = result;
}

EXPORT void emulator_set_driver_version(int version) {
    Locked lock(state().lock);
    state().settings.driverVersion = version;
}

EXPORT void emulator_set_devices(int devices) {
    Locked lock(state().lock);
    state().settings.devices = devices < MOST_DEVICES ? devices : MOST_DEVICES;
}

EXPORT void emulator_set_compute_capability(int capability) {
    Locked lock(state().lock);
    state().settings.computeCapability = capability;
}

EXPORT void emulator_set_memory(long bytes) {
    Locked lock(state().lock);
    state().settings.memoryBytes = (size_t)bytes;
}

// The device is lost at the launch after so many; -1 for never.
EXPORT void emulator_lose(int device, long launches, int result) {
    Locked lock(state().lock);
    state().settings.launchesUntilLost[device] = launches;
    state().settings.lostResult = result;
}

// So many modules cannot be loaded.
EXPORT void emulator_refuse_images(int count) {
    Locked lock(state().lock);
    state().settings.imagesToRefuse = count;
}

// After so many allocations of device or pinned memory one fails; -1 for none.
EXPORT void emulator_fail_allocation(long after) {
    Locked lock(state().lock);
    state().settings.allocationsUntilFailure = after;
}

// There is no memory for so many graphs.
EXPORT void emulator_refuse_graphs(int count) {
    Locked lock(state().lock);
    state().settings.graphsToRefuse = count;
}

EXPORT long emulator_launches() {
    Locked lock(state().lock);
    return state().counters.launches;
}

EXPORT long emulator_graph_launches() {
    Locked lock(state().lock);
    return state().counters.graphLaunches;
}

// Copies and fills that made the host wait.
EXPORT long emulator_synchronous_copies() {
    Locked lock(state().lock);
    return state().counters.synchronous;
}

EXPORT long emulator_allocations(int device) {
    Locked lock(state().lock);
    return (long)state().contexts[device].memory.count();
}

EXPORT long emulator_bytes(int device) {
    Locked lock(state().lock);
    return (long)state().contexts[device].memory.bytes();
}

EXPORT long emulator_pinned_bytes(int device) {
    Locked lock(state().lock);
    long bytes = 0;
    for (auto& each : state().contexts[device].pinnedBytes) {
        bytes += (long)each.second;
    }
    return bytes;
}

// Why the last device was lost, in words; empty if none was.
EXPORT void emulator_fault(char* text, long length) {
    Locked lock(state().lock);
    snprintf(text, (size_t)length, "%s", state().fault.c_str());
}
