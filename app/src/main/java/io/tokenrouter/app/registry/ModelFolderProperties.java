package io.tokenrouter.app.registry;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where model files may be taken from through the console and the admin API.
 *
 * @param folders absolute; left out, they are the folder of the demo pair's files and {@code models} in the data folder
 * @param hubCache the local cache of the Hugging Face hub; left out, it is where the hub's own programs keep it
 */
@ConfigurationProperties("tokenrouter.models")
record ModelFolderProperties(
        @DefaultValue List<Path> folders, @Nullable Path hubCache) {}
