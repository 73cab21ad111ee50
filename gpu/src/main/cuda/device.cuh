// What the kernels share. The same sources are compiled for devices and, with TR_EMULATOR, by a C++ compiler for the emulator of the
// tests, so no kernel includes a header of CUDA.
#pragma once

#ifdef TR_EMULATOR
#include "emulator.h"
#define WIDE_KERNEL KERNEL
#else
typedef unsigned char uint8_t;
typedef signed char int8_t;
typedef unsigned short uint16_t;
typedef short int16_t;
typedef unsigned int uint32_t;
typedef int int32_t;
typedef unsigned long uint64_t;
typedef long int64_t;
#define KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads) name
// of so many threads that a multiprocessor need not have room for two blocks
#define WIDE_KERNEL(name, threads) extern "C" __global__ void __launch_bounds__(threads, 1) name
#define DYNAMIC_SHARED(type, name)                                    \
    extern __shared__ __align__(16) unsigned char dynamic_shared[]; \
    type* name = reinterpret_cast<type*>(dynamic_shared)
#define SHARED __shared__
#define CONSTANT __constant__ const
#define DEVICE __device__ __forceinline__
#endif

#define FULL_WARP 0xffffffffu
#define INFINITY_FLOAT __int_as_float(0x7f800000)

// Whether the instructions of sm_80 are there: bfloat16 conversions and products of tensor cores, asynchronous copies.
#if !defined(TR_EMULATOR) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define HAS_SM_80 1
#else
#define HAS_SM_80 0
#endif

#include "floats.cuh"
#include "warp.cuh"
#include "mma.cuh"
