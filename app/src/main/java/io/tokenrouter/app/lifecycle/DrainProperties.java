package io.tokenrouter.app.lifecycle;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How a server stops.
 *
 * @param limit how long running generations may take to end
 */
@ConfigurationProperties("tokenrouter.drain")
record DrainProperties(@DefaultValue("20s") Duration limit) {}
