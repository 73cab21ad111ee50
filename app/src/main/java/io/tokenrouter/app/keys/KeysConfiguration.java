package io.tokenrouter.app.keys;

import io.github.bucket4j.TimeMeter;
import io.tokenrouter.app.persistence.DatabaseState;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class KeysConfiguration {

    @Bean
    KeyDirectory keyDirectory(KeyReader reader, DatabaseState state) {
        return new KeyDirectory(reader, state, InstantSource.system(), TimeMeter.SYSTEM_NANOTIME);
    }
}
