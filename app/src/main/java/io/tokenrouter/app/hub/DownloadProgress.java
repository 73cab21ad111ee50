package io.tokenrouter.app.hub;

/** Learns how far a download is. Called by the thread that downloads, often. */
@FunctionalInterface
public interface DownloadProgress {

    /**
     * @param file that is being fetched
     * @param bytes that are there, of all files
     * @param of all bytes
     */
    void at(String file, long bytes, long of);
}
