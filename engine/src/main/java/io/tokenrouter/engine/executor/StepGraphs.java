package io.tokenrouter.engine.executor;

/**
 * What became of an executor's steps where it keeps recorded steps (CUDA graphs), counted from its start.
 *
 * @param replayed steps that were a replay
 * @param captured steps that were recorded first
 * @param plain steps that no recording fits, launched kernel by kernel
 */
public record StepGraphs(long replayed, long captured, long plain) {}
