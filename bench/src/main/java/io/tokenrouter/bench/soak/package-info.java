/** Mixed traffic for as long as one likes, and what it leaves behind in the server. */
@NullMarked
package io.tokenrouter.bench.soak;

import org.jspecify.annotations.NullMarked;
