package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ModelsPageTest {

    private static final ModelView UNREADABLE =
            new ModelView("broken", ServingState.FAILED, "not a GGUF file", "", "broken.gguf", 0, "", 0, 0, 0, 0, 0);

    private final ModelsPage page = ModelsPage.of(
            new ConsoleCatalog() {
                @Override
                public List<PairView> pairs() {
                    return List.of(new PairView(
                            "odd",
                            ServingState.FAILED,
                            "broken is not loaded",
                            "broken",
                            "gone",
                            ScriptedCatalog.UNCERTAINTY,
                            0,
                            List.of(),
                            null));
                }

                @Override
                public List<ModelView> models() {
                    return List.of(UNREADABLE);
                }

                @Override
                public List<PolicyView> policies() {
                    return List.of();
                }
            },
            new OneUnreadable());

    private static final class OneUnreadable implements ConsoleRegistry {

        @Override
        public List<ModelDetail> models() {
            return List.of(new ModelDetail(UNREADABLE, "registered here", 1, List.of(), 4, null, List.of("odd")));
        }

        @Override
        public Optional<PairDetail> pair(String id) {
            return Optional.empty();
        }

        @Override
        public List<PolicyDetail> policies() {
            return List.of();
        }

        @Override
        public List<AlgorithmView> algorithms() {
            return List.of();
        }

        @Override
        public Motion motion() {
            return new Motion(0, 0, Map.of(), List.of(), List.of());
        }
    }

    @Test
    void whatCouldNotBeReadIsBlankAndNeverZero() {
        ModelsPage.Model model = page.models().getFirst();
        assertThat(List.of(
                        model.file(),
                        model.parameters(),
                        model.layers(),
                        model.hiddenSize(),
                        model.vocabulary(),
                        model.context()))
                .containsOnly("");
        assertThat(model.reason()).isEqualTo("not a GGUF file");
    }

    @Test
    void aPairOfModelsThatAreNotThereIsStillListed() {
        ModelsPage.Pair pair = page.pairs().getFirst();
        assertThat(pair.small()).isEqualTo(new ModelsPage.Member("broken", null));
        assertThat(pair.large()).isEqualTo(new ModelsPage.Member("gone", null));
        assertThat(pair.ratio()).isNull();
        assertThat(pair.isOut()).isTrue();
    }
}
