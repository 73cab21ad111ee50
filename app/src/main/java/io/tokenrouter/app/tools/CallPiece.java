package io.tokenrouter.app.tools;

import org.jspecify.annotations.Nullable;

/**
 * A part of a call, as it is found. The arguments of all pieces of a call, put together, are {@link ToolCall#arguments()}.
 *
 * @param index of the call in its answer, from 0; never falls from one piece to the next
 * @param name of the tool in the first piece of a call, null in the others
 * @param arguments what follows those of the pieces before; may be empty
 */
public record CallPiece(int index, @Nullable String name, String arguments) {}
