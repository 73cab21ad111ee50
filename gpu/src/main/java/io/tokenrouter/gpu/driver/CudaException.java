package io.tokenrouter.gpu.driver;

/** A call of the driver that failed. Says the call, the driver's name for the error and its description. */
public class CudaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int code;

    CudaException(String call, int code, String error) {
        super(call + " failed: " + error);
        this.code = code;
    }

    /** The driver's number for the error. */
    public int code() {
        return code;
    }
}
