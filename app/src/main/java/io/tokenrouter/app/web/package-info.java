/** What holds for every HTTP request of the server, whatever it is for: request ids, allowed hosts, security headers. */
@NullMarked
package io.tokenrouter.app.web;

import org.jspecify.annotations.NullMarked;
