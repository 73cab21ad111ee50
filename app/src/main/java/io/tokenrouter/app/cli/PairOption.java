package io.tokenrouter.app.cli;

/**
 * {@code --pair ID=SMALL,LARGE}.
 *
 * @param id as API callers will name it
 */
public record PairOption(String id, String smallId, String largeId) {

    /** @throws IllegalArgumentException with a message for whoever typed it */
    public static PairOption parse(String text) {
        int equals = text.indexOf('=');
        String[] models = text.substring(equals + 1).split(",", -1);
        if (equals < 1 || models.length != 2) {
            throw new IllegalArgumentException(
                    "--pair needs ID=SMALL,LARGE with the ids of two models, not '" + text + "'");
        }
        PairOption pair = new PairOption(
                Ids.check("--pair", text.substring(0, equals)),
                Ids.check("--pair", models[0]),
                Ids.check("--pair", models[1]));
        if (pair.smallId.equals(pair.largeId)) {
            throw new IllegalArgumentException("--pair needs two different models, not '" + text + "'");
        }
        return pair;
    }
}
