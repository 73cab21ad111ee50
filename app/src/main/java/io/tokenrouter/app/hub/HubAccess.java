package io.tokenrouter.app.hub;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which hub, and as whom.
 *
 * @param base of its addresses, http or https, without a query
 * @param token of an account there; sent to this host alone and shown nowhere
 */
public record HubAccess(URI base, Optional<String> token) {

    private static final String URL = "TOKENROUTER_HUB_URL";
    private static final String TOKEN = "TOKENROUTER_HUB_TOKEN";
    private static final String PUBLIC = "https://huggingface.co";

    /** What can stand in a header. */
    private static final Pattern SENDABLE = Pattern.compile("[\\x21-\\x7E]{1,4096}");

    private static final int MOST_FILE = 16 * 1024;

    /** @throws HubException if the address is none, or the token cannot be sent */
    public HubAccess {
        if (base.getHost() == null
                || !String.valueOf(base.getScheme()).matches("https?")
                || base.getQuery() != null
                || base.getFragment() != null
                || base.getUserInfo() != null) {
            throw new HubException("the address of a hub is like " + PUBLIC + ", with neither account nor query in it");
        }
        token.filter(text -> !SENDABLE.matcher(text).matches()).ifPresent(text -> {
            throw new HubException("the hub's token has characters that cannot be sent");
        });
        if (token.isPresent() && base.getScheme().equals("http") && !Loopback.isNamedBy(base)) {
            throw new HubException("a token is not sent to " + base + ", where others could read it on its way;"
                    + " use https, or leave the token out");
        }
    }

    /**
     * Another address than the environment's, with its token only where it is the same hub.
     *
     * @throws HubException as {@link #of(Map)}
     */
    public static HubAccess of(Map<String, String> environment, String address) {
        HubAccess usual = of(environment);
        URI base = address(address);
        return new HubAccess(base, isSameHub(base, usual.base()) ? usual.token() : Optional.empty());
    }

    private static boolean isSameHub(URI one, URI other) {
        return String.valueOf(one.getScheme()).equalsIgnoreCase(other.getScheme())
                && String.valueOf(one.getHost()).equalsIgnoreCase(other.getHost())
                && one.getPort() == other.getPort();
    }

    /**
     * As the environment says: {@code TOKENROUTER_HUB_URL} or {@code HF_ENDPOINT}; {@code TOKENROUTER_HUB_TOKEN},
     * {@code HF_TOKEN}, or the file that {@code TOKENROUTER_HUB_TOKEN_FILE}, {@code HF_TOKEN_PATH} or {@code HF_HOME} names, or
     * {@code ~/.cache/huggingface/token}. A token that was meant for one hub is not sent to another: with an address of our own
     * only our own variables count.
     *
     * @throws HubException if a file that is named cannot be read
     */
    public static HubAccess of(Map<String, String> environment) {
        String own = environment.getOrDefault(URL, "");
        if (!own.isEmpty()) {
            return new HubAccess(address(own), ownToken(environment));
        }
        URI base = address(environment.getOrDefault("HF_ENDPOINT", PUBLIC));
        return new HubAccess(base, ownToken(environment).or(() -> hubsToken(environment)));
    }

    private static URI address(String text) {
        try {
            return URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            throw new HubException("'" + text.strip() + "' is no address of a hub");
        }
    }

    private static Optional<String> ownToken(Map<String, String> environment) {
        return text(environment, TOKEN)
                .or(() -> text(environment, TOKEN + "_FILE").map(Path::of).map(HubAccess::read));
    }

    private static Optional<String> hubsToken(Map<String, String> environment) {
        Optional<String> direct = text(environment, "HF_TOKEN");
        if (direct.isPresent()) {
            return direct;
        }
        Path file = text(environment, "HF_TOKEN_PATH")
                .map(Path::of)
                .or(() -> text(environment, "HF_HOME").map(home -> Path.of(home, "token")))
                .orElse(Path.of(environment.getOrDefault("HOME", ""), ".cache", "huggingface", "token"));
        return Files.isRegularFile(file) ? Optional.of(read(file)).filter(text -> !text.isEmpty()) : Optional.empty();
    }

    private static Optional<String> text(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static String read(Path file) {
        try {
            if (Files.size(file) > MOST_FILE) {
                throw new HubException(file + " is too long for a token");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new HubException("the file of the hub's token, " + file + ", cannot be read");
        }
    }

    /** Without the token. */
    @Override
    public String toString() {
        return base + (token.isPresent() ? " with a token" : " without a token");
    }
}
