package io.tokenrouter.ui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Addresses of style sheets, scripts and pictures. Each carries a hash over all of them, so browsers may keep them for
 * ever, and modules that import each other by relative path always come from one version. Templates know it as
 * {@code @assets}.
 */
final class ConsoleAssets {

    static final String LOCATION = "classpath:/console/assets/";
    static final String PATH = "/assets";

    private final String hash;
    private final String version;

    /** @param version of the product, shown at the foot of each page; may be empty */
    ConsoleAssets(String version) {
        this.version = version;
        this.hash = hashOfAll();
    }

    /** Address of a file below {@link #LOCATION}. */
    public String url(String file) {
        return PATH + "/" + hash + "/" + file;
    }

    public String version() {
        return version;
    }

    String hash() {
        return hash;
    }

    private static String hashOfAll() {
        try {
            Resource[] files = new PathMatchingResourcePatternResolver().getResources(LOCATION + "**/*.*");
            Arrays.sort(files, Comparator.comparing(Resource::getFilename));
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Resource file : files) {
                digest.update(file.getContentAsByteArray());
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 6);
        } catch (IOException e) {
            throw new UncheckedIOException("the console's files cannot be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
