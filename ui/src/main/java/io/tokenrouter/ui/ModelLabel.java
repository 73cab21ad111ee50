package io.tokenrouter.ui;

/**
 * A model in a card of the playground.
 *
 * @param role {@code small} or {@code large}: the mark it is drawn with
 */
record ModelLabel(String id, String role, String parameters, String weightFormat) {

    static ModelLabel of(ModelView model, String role) {
        return new ModelLabel(model.id(), role, Figures.weights(model.parameters()), model.weightFormat());
    }

    /** Size and format in one line. */
    public String summary() {
        return parameters + ", " + weightFormat;
    }
}
