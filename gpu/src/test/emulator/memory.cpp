#include "memory.h"

#include <string.h>
#include <sys/mman.h>

#include <deque>
#include <new>
#include <utility>

namespace emulator {

namespace {

constexpr size_t PAGE = 4096;
constexpr size_t MOST_FRONT = 64;
constexpr size_t MOST_FREED = 1000;

// Read as a float of any size it is no number, either.
constexpr uint16_t GUARD = 0xfffe;

size_t up(size_t bytes, size_t to) { return (bytes + to - 1) / to * to; }

void guard(char* from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        from[i] = (char)(GUARD >> 8 * (((uintptr_t)from + i) & 1));
    }
}

bool guarded(const char* from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        if (from[i] != (char)(GUARD >> 8 * (((uintptr_t)from + i) & 1))) {
            return false;
        }
    }
    return true;
}

}  // namespace

GuardedMemory::GuardedMemory(size_t bytes) : bytes_(bytes) {
    size_t room = up(bytes, ALIGNMENT);
    size_t pages = up(room, PAGE);
    mapped_ = pages + 2 * PAGE;
    mapping_ = (char*)mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping_ == MAP_FAILED) {
        throw std::bad_alloc();
    }
    mprotect(mapping_ + PAGE, pages, PROT_READ | PROT_WRITE);
    data_ = mapping_ + PAGE + pages - room;
    back_ = room - bytes;
    front_ = pages - room < MOST_FRONT ? pages - room : MOST_FRONT;
    guard(data_ - front_, front_);
    memset(data_, 0xff, bytes);
    guard(data_ + bytes, back_);
}

GuardedMemory::~GuardedMemory() {
    // whoever still uses it shall fault, so its addresses are not given again soon
    madvise(mapping_, mapped_, MADV_DONTNEED);
    mprotect(mapping_, mapped_, PROT_NONE);
    // never destroyed: memory is freed also while a process ends
    static std::deque<std::pair<char*, size_t>>& freed = *new std::deque<std::pair<char*, size_t>>;
    freed.push_back({mapping_, mapped_});
    if (freed.size() > MOST_FREED) {
        munmap(freed.front().first, freed.front().second);
        freed.pop_front();
    }
}

bool GuardedMemory::intact() const { return guarded(data_ - front_, front_) && guarded(data_ + bytes_, back_); }

Allocations::~Allocations() { freeAll(); }

char* Allocations::allocate(size_t bytes) {
    GuardedMemory* memory = new GuardedMemory(bytes);
    live_[(uintptr_t)memory->data()] = memory;
    bytes_ += bytes;
    return memory->data();
}

bool Allocations::free(uintptr_t address) {
    auto found = live_.find(address);
    if (found == live_.end()) {
        return false;
    }
    bytes_ -= found->second->bytes();
    delete found->second;
    live_.erase(found);
    return true;
}

void Allocations::freeAll() {
    for (auto& each : live_) {
        delete each.second;
    }
    live_.clear();
    bytes_ = 0;
}

size_t Allocations::around(uintptr_t address, uintptr_t& start) const {
    auto after = live_.upper_bound(address);
    if (after == live_.begin()) {
        return 0;
    }
    --after;
    start = after->first;
    return address - start < after->second->bytes() ? after->second->bytes() : 0;
}

bool Allocations::contains(uintptr_t address, size_t bytes) const {
    uintptr_t start = 0;
    size_t size = around(address, start);
    return bytes == 0 || (size != 0 && bytes <= size - (address - start));
}

std::string Allocations::damage() const {
    for (auto& each : live_) {
        if (!each.second->intact()) {
            return "wrote just outside of an allocation of " + std::to_string(each.second->bytes()) + " bytes";
        }
    }
    return "";
}

std::string Allocations::describe(uintptr_t address) const {
    std::string text = "an address far from all allocations";
    auto after = live_.upper_bound(address);
    if (after != live_.end() && after->first - address <= PAGE) {
        text = std::to_string(after->first - address) + " bytes before an allocation of " + std::to_string(after->second->bytes()) +
               " bytes";
    }
    if (after != live_.begin()) {
        auto before = after;
        --before;
        uintptr_t end = before->first + before->second->bytes();
        if (address >= end && address - end <= (1u << 20)) {
            text = std::to_string(address - end) + " bytes behind the end of an allocation of " +
                   std::to_string(before->second->bytes()) + " bytes";
        }
    }
    return text;
}

}  // namespace emulator
