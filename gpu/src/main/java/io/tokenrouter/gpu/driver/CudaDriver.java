package io.tokenrouter.gpu.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.JCudaDriver;

/** The installed driver and its devices. Loading it fails in many ways on machines without one; all of them end in one exception. */
public final class CudaDriver {

    /** Versions are 1000 * major + 10 * minor. The kernels' PTX is of CUDA 12.4. */
    private static final int LEAST_VERSION = 12_040;

    private CudaDriver() {}

    /**
     * A device as the driver describes it.
     *
     * @param ordinal its number
     * @param name for example {@code NVIDIA H200}
     * @param totalBytes of its memory
     * @param computeCapability 10 * major + minor, such as 90
     * @param multiprocessors of the device
     */
    public record DeviceInfo(int ordinal, String name, long totalBytes, int computeCapability, int multiprocessors) {}

    /**
     * @throws UnusableDriverException saying in one line why there are no devices
     */
    public static List<DeviceInfo> devices() {
        try {
            JCudaLibrary.load();
            JCudaDriver.setExceptionsEnabled(false);
            Cuda.check("cuInit", JCudaDriver.cuInit(0));
            int[] version = new int[1];
            Cuda.check("cuDriverGetVersion", JCudaDriver.cuDriverGetVersion(version));
            if (version[0] < LEAST_VERSION) {
                throw new UnusableDriverException(
                        "the NVIDIA driver is of CUDA " + version(version[0]) + "; " + version(LEAST_VERSION)
                                + " or newer is needed",
                        null);
            }
            int[] count = new int[1];
            Cuda.check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
            List<DeviceInfo> devices = new ArrayList<>();
            for (int i = 0; i < count[0]; i++) {
                devices.add(info(i));
            }
            return devices;
        } catch (UnusableDriverException e) {
            throw e;
        } catch (Throwable e) {
            // class initialisers throw errors where a library is missing, and again other ones the next time
            throw UnusableDriverException.of(e);
        }
    }

    /** @throws CudaException if the device gives no context */
    public static CudaContext open(DeviceInfo info) {
        CUdevice device = new CUdevice();
        Cuda.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, info.ordinal()));
        return new CudaContext(device, "cuda-" + info.ordinal());
    }

    private static DeviceInfo info(int ordinal) {
        CUdevice device = new CUdevice();
        Cuda.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
        byte[] name = new byte[256];
        Cuda.check("cuDeviceGetName", JCudaDriver.cuDeviceGetName(name, name.length, device));
        long[] bytes = new long[1];
        Cuda.check("cuDeviceTotalMem", JCudaDriver.cuDeviceTotalMem(bytes, device));
        return new DeviceInfo(
                ordinal,
                new String(name, StandardCharsets.UTF_8).split("\0", 2)[0].strip(),
                bytes[0],
                10 * attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
                        + attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
    }

    private static int attribute(CUdevice device, int which) {
        int[] value = new int[1];
        Cuda.check("cuDeviceGetAttribute", JCudaDriver.cuDeviceGetAttribute(value, which, device));
        return value[0];
    }

    private static String version(int number) {
        return number / 1000 + "." + number % 1000 / 10;
    }
}
