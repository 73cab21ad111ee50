package io.tokenrouter.ui;

/**
 * A prompt offered as a button.
 *
 * @param label two or three words for the button
 * @param text the prompt
 */
public record ExamplePrompt(String label, String text) {}
