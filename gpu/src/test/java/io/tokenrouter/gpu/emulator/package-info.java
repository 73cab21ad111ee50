/** Runs the module without a GPU: a stand-in for the NVIDIA driver that executes the kernels on the CPU. */
@NullMarked
package io.tokenrouter.gpu.emulator;

import org.jspecify.annotations.NullMarked;
