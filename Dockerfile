# docker build -t tokenrouter .
FROM eclipse-temurin:25-jdk AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 \
    ./mvnw -q -B -ntp -pl app -am package -DskipTests -Dspotless.skip

FROM eclipse-temurin:25-jre
RUN apt-get update && apt-get install -y --no-install-recommends curl && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home tokenrouter \
    && install -d -o tokenrouter -m 700 /data
WORKDIR /opt/tokenrouter
COPY --from=build /src/app/target/lib app/lib
COPY --from=build /src/app/target/tokenrouter.jar app/tokenrouter.jar
COPY --from=build /src/models/demo/*.gguf /src/models/demo/*.safetensors /src/models/demo/quality.json models/demo/
USER tokenrouter
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD curl -fsS http://127.0.0.1:8080/health || exit 1
# Inside a container the address must be reachable from outside of it: publish the port on the loopback address only.
ENTRYPOINT ["java", "--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED", \
    "--sun-misc-unsafe-memory-access=allow", "-XX:MaxRAMPercentage=60", "-Dspring.aot.enabled=true", \
    "-Dtokenrouter.home=/opt/tokenrouter", "-jar", "app/tokenrouter.jar", "--host", "0.0.0.0", "--require-keys", "--data", "/data"]
