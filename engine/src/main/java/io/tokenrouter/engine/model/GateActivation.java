package io.tokenrouter.engine.model;

/** The function of the gate in a gated feed-forward layer (Shazeer, arXiv 2002.05202). */
public enum GateActivation {
    /** {@code x * sigmoid(x)}. */
    SILU,
    /** GELU in its approximation by a hyperbolic tangent (Hendrycks and Gimpel, arXiv 1606.08415). */
    GELU_TANH
}
