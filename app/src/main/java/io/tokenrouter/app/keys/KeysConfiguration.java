package io.tokenrouter.app.keys;

import io.github.bucket4j.TimeMeter;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class KeysConfiguration {

    @Bean
    KeyDirectory keyDirectory(KeyReader reader) {
        return new KeyDirectory(reader, InstantSource.system(), TimeMeter.SYSTEM_NANOTIME);
    }
}
