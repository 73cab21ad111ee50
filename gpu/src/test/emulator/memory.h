// Device memory of the emulator: each allocation is a mapping whose end touches a page that nobody may touch.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <map>
#include <string>

namespace emulator {

constexpr size_t ALIGNMENT = 16;

// A stretch of memory with guard bytes before and behind it; poisoned with bytes 0xff, which make a NaN in every format, when it is made.
class GuardedMemory {
  public:
    explicit GuardedMemory(size_t bytes);
    GuardedMemory(const GuardedMemory&) = delete;
    ~GuardedMemory();

    char* data() const { return data_; }
    size_t bytes() const { return bytes_; }

    // Whether nothing was written close by.
    bool intact() const;

  private:
    char* mapping_;
    size_t mapped_;
    char* data_;
    size_t bytes_;
    size_t front_;
    size_t back_;
};

// All allocations of a context. Addresses of what was freed are not given again soon.
class Allocations {
  public:
    ~Allocations();

    char* allocate(size_t bytes);
    bool free(uintptr_t address);
    void freeAll();

    // Whether so many bytes from an address lie within one allocation.
    bool contains(uintptr_t address, size_t bytes) const;
    // First and size of the allocation around an address; 0 if there is none.
    size_t around(uintptr_t address, uintptr_t& start) const;
    // Empty, or which allocation's guard bytes were overwritten.
    std::string damage() const;
    // Where an address lies, in words.
    std::string describe(uintptr_t address) const;

    size_t count() const { return live_.size(); }
    size_t bytes() const { return bytes_; }

  private:
    std::map<uintptr_t, GuardedMemory*> live_;
    size_t bytes_ = 0;
};

}  // namespace emulator
