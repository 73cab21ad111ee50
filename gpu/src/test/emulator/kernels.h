// KERNEL for the emulator: a kernel is an ordinary function that is entered into a table by name, with how to call it.
#pragma once

#include <stddef.h>
#include <string.h>

namespace emulator {

constexpr int MOST_PARAMETERS = 32;

struct Kernel {
    const char* name;
    // most of a block
    int threads;
    int parameters;
    int sizes[MOST_PARAMETERS];
    void (*run)(void** values);
    // static shared memory of the kernel's file
    char* shared;
    size_t sharedBytes;
};

void enter(const Kernel& kernel);

// One of the values that a launch was given; it becomes the type of the parameter it is passed for. Scope is a type of the namespace of the
// kernel, where its name, not yet declared at the macro, is looked for at the end of the file.
template <typename Scope>
struct Argument {
    void** values;
    int index;
    template <typename T>
    operator T() const {
        T value;
        memcpy(&value, values[index], sizeof value);
        return value;
    }
};

// Notes the size of the parameter it is passed for. The last of a call is thrown, so that the kernel is not entered.
template <typename Scope>
struct Measure {
    struct End {};
    Kernel* kernel;
    int index;
    int* left;
    template <typename T>
    operator T() const {
        kernel->sizes[index] = sizeof(T);
        if (--*left == 0) {
            throw End();
        }
        return T();
    }
};

template <int... I>
struct Indices {};
template <int N, int... I>
struct IndicesTo : IndicesTo<N - 1, N - 1, I...> {};
template <int... I>
struct IndicesTo<0, I...> {
    typedef Indices<I...> type;
};

// The macro stands before the parameters, so how many there are is found by trying: Caller::call exists for the right number alone.
template <typename Caller>
class Entry {
  public:
    Entry(const char* name, int threads, char* shared, char* sharedEnd) {
        Kernel kernel = {name, threads, 0, {}, nullptr, shared, (size_t)(sharedEnd - shared)};
        fit<1>(kernel);
        enter(kernel);
    }

  private:
    template <int N>
    static void fit(Kernel& kernel) {
        typedef typename IndicesTo<N>::type Each;
        if constexpr (fits(Each(), 0)) {
            kernel.parameters = N;
            kernel.run = [](void** values) { run(values, Each()); };
            try {
                measure(kernel, N, Each());
            } catch (const typename Measure<Caller>::End&) {
            }
        } else {
            static_assert(N < MOST_PARAMETERS, "a kernel has none or too many parameters, or one that is not passed by value");
            fit<N + 1>(kernel);
        }
    }

    template <int... I>
    static constexpr auto fits(Indices<I...>, int) -> decltype(Caller::call(Argument<Caller>{nullptr, I}...), true) {
        return true;
    }

    template <int... I>
    static constexpr bool fits(Indices<I...>, long) {
        return false;
    }

    template <int... I>
    static void run(void** values, Indices<I...>) {
        Caller::call(Argument<Caller>{values, I}...);
    }

    template <int... I>
    static void measure(Kernel& kernel, int left, Indices<I...>) {
        Caller::call(Measure<Caller>{&kernel, I, &left}...);
    }
};

}  // namespace emulator

// EMULATOR_UNIT names the file that is compiled. What its kernels declare as SHARED lies in a section of its own, so that it can be poisoned
// before each block; the linker knows where the section begins and ends.
#define EMULATOR_JOIN2(a, b) a##b
#define EMULATOR_JOIN(a, b) EMULATOR_JOIN2(a, b)
#define EMULATOR_TEXT2(a) #a
#define EMULATOR_TEXT(a) EMULATOR_TEXT2(a)
#define EMULATOR_SHARED_START EMULATOR_JOIN(__start_emulator_shared_, EMULATOR_UNIT)
#define EMULATOR_SHARED_END EMULATOR_JOIN(__stop_emulator_shared_, EMULATOR_UNIT)

extern "C" char EMULATOR_SHARED_START[] __attribute__((weak, visibility("hidden")));
extern "C" char EMULATOR_SHARED_END[] __attribute__((weak, visibility("hidden")));

#define SHARED static __attribute__((section("emulator_shared_" EMULATOR_TEXT(EMULATOR_UNIT))))

#define KERNEL(name, threads)                                                                                            \
    struct name##_caller {                                                                                               \
        template <typename... Values>                                                                                    \
        static auto call(Values... values) -> decltype(name(values...)) {                                                \
            return name(values...);                                                                                      \
        }                                                                                                                \
    };                                                                                                                   \
    static emulator::Entry<name##_caller> name##_entry(#name, threads, EMULATOR_SHARED_START, EMULATOR_SHARED_END);      \
    static void name
