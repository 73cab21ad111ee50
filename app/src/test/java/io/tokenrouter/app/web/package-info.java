@NullMarked
package io.tokenrouter.app.web;

import org.jspecify.annotations.NullMarked;
