/**
 * Numeric kernels: a scalar oracle and Vector API versions.
 *
 * <p>Vectors and methods. A vector is a register only while everything that touches it is compiled into one method; a vector
 * that crosses a call is an object on the heap. The JIT compiler stops inlining methods of ours once what it compiles has grown
 * to some 18,000 nodes of its graph, which some fifty vector operations reach; the operations of the Vector API itself it
 * always inlines. Whether a kernel is compiled beside others, in the middle of a large method, depends on what happened to be
 * compiled before. Hence two rules:
 * <ul>
 *   <li>A method that takes or gives a vector is small, and is called early in its caller. The longest kernels write their
 *       operations out instead.
 *   <li>Kernels of many operations have more than 325 bytes of code: the compiler never inlines so much (its
 *       {@code FreqInlineSize}), so each is compiled by itself, whoever calls it.
 * </ul>
 * Tests hold both: sizes of methods, and that a step allocates next to nothing.
 */
@NullMarked
package io.tokenrouter.engine.tensor;

import org.jspecify.annotations.NullMarked;
