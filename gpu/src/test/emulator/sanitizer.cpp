// What the compiler's checks of alignment and array bounds call; linked instead of its own library, so that they end the kernel and not the
// process. The layouts are those of GCC's and Clang's ubsan.
#include <stdint.h>

#include "block.h"

namespace {

struct Place {
    const char* file;
    uint32_t line;
    uint32_t column;
};

struct Mismatch {
    Place place;
    void* type;
    unsigned char logAlignment;
    unsigned char kind;
};

struct OutOfBounds {
    Place place;
};

}  // namespace

extern "C" void __ubsan_handle_type_mismatch_v1_abort(Mismatch* data, uintptr_t address) {
    emulator::fail_block("misaligned access, %s:%u:%u: the address %#lx is not a multiple of %u", data->place.file, data->place.line,
                         data->place.column, (unsigned long)address, 1u << data->logAlignment);
}

extern "C" void __ubsan_handle_out_of_bounds_abort(OutOfBounds* data, uintptr_t index) {
    emulator::fail_block("index outside of an array, %s:%u:%u: %ld", data->place.file, data->place.line, data->place.column, (long)index);
}
