package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.PolicySpec;

/** The newest version of a policy. */
public record RegisteredPolicy(String name, int version, PolicySpec spec) {}
