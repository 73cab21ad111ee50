// What the kernels share. The same sources are compiled for devices and, with TR_EMULATOR, by a C++ compiler for the emulator of the
// tests, so no kernel includes a header of CUDA.
#pragma once

#ifdef TR_EMULATOR
#include "emulator.h"
#else
typedef unsigned char uint8_t;
typedef signed char int8_t;
typedef unsigned short uint16_t;
typedef short int16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#define KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads) name
#define DYNAMIC_SHARED(type, name) extern __shared__ __align__(16) unsigned char dynamic_shared[]; type* name = reinterpret_cast<type*>(dynamic_shared)
#define SHARED __shared__
#define DEVICE __device__ __forceinline__
#endif

#define FULL_WARP 0xffffffffu
