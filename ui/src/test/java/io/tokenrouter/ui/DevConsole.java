package io.tokenrouter.ui;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The console on scripted data, to work on pages without models: run its {@code main}, open the port that it logs. Tests
 * of this module start it as well.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({ConsoleConfiguration.class, ScriptedCompletions.class, ScriptedAdmin.class, ScriptedHistory.class})
public class DevConsole {

    public static void main(String[] args) {
        SpringApplication.run(DevConsole.class, args);
    }

    @Bean
    ScriptedEngine engine() {
        return new ScriptedEngine();
    }

    @Bean
    ConsoleCatalog catalog() {
        return new ScriptedCatalog();
    }

    @Bean
    ConsoleThroughput throughput() {
        return new ScriptedThroughput();
    }

    @Bean
    ConsoleAccess access() {
        return new ScriptedAccess();
    }

    @Bean
    ScriptedAdministration administration() {
        return new ScriptedAdministration();
    }

    @Bean
    ConsoleKeys keys() {
        return new ScriptedKeys();
    }

    @Bean
    ConsoleOverview overview() {
        return new ScriptedOverview();
    }

    @Bean
    ConsoleRequests requests() {
        return new ScriptedRequests();
    }

    @Bean
    ConsoleBatching batching() {
        return new ScriptedBatching();
    }

    @Bean
    ConsoleRegistry registry() {
        return new ScriptedRegistry();
    }
}
