package io.tokenrouter.app.serving;

import io.tokenrouter.engine.api.PolicySpec;

/**
 * A routing policy that an operator registered.
 *
 * @param name as callers name it
 * @param version counts its changes from 1; 0 for a built-in algorithm that nobody registered
 * @param spec valid for its algorithm; options that it leaves out have their defaults
 */
public record ServedPolicy(String name, int version, PolicySpec spec) {}
