package io.tokenrouter.app.hub;

import java.util.regex.Pattern;

/** The name of a repository, {@code owner/name}. It becomes part of addresses and of a folder's name. */
public record HubId(String owner, String name) {

    private static final Pattern PART = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,95}");

    /** @throws HubException if no repository can be called so */
    public HubId {
        if (!isPart(owner) || !isPart(name)) {
            throw new HubException(
                    "a model of a hub is named owner/name, of letters, digits, single dots, underscores and single dashes");
        }
    }

    private static boolean isPart(String text) {
        return PART.matcher(text).matches() && !text.contains("..") && !text.contains("--");
    }

    /** @throws HubException if it is not {@code owner/name} */
    public static HubId of(String text) {
        int slash = text.indexOf('/');
        return new HubId(slash < 0 ? "" : text.substring(0, slash), text.substring(slash + 1));
    }

    /** Whether a text has the form of one. */
    public static boolean isOne(String text) {
        int slash = text.indexOf('/');
        return slash > 0 && isPart(text.substring(0, slash)) && isPart(text.substring(slash + 1));
    }

    /** A folder's name that no other repository has. */
    public String folder() {
        return owner + "--" + name;
    }

    @Override
    public String toString() {
        return owner + "/" + name;
    }
}
