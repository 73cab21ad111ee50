package io.tokenrouter.train.curve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** What is said and drawn of measured points. */
class CurveReportTest {

    private static final CurveReport REPORT = new CurveReport(
            List.of(
                    new CurvePoint("small", Double.NaN, 0, 0.3, 0),
                    new CurvePoint("large", Double.NaN, 1, 0.97, 0),
                    new CurvePoint("trained", 0.2, 0.03, 0.98, 3),
                    new CurvePoint("trained", 0.5, 0.02, 0.97, 2),
                    new CurvePoint("entropy", 0.4, 0.03, 0.9, 2.5)),
            200);

    @Test
    void theTableGoesByShareAndNamesTheLeastShareOfTheLargeModelsAccuracy() {
        assertThat(REPORT.text())
                .containsSubsequence(
                        "| small | - | 0.00 % | 30.0 % | 0.0 |",
                        "| large | - | 100.00 % | 97.0 % | 0.0 |",
                        "| trained | 0.5000 | 2.00 % | 97.0 % | 2.0 |",
                        "| trained | 0.2000 | 3.00 % | 98.0 % | 3.0 |",
                        "| entropy | 0.4000 | 3.00 % | 90.0 % | 2.5 |",
                        "trained reaches the large model's accuracy at 2.00 %",
                        "entropy does not reach");
        assertThat(REPORT.json()).contains("\"large_share\" : 0.02", "\"threshold\" : null", "\"problems\" : 200");
    }

    @Test
    void theDrawingIsXmlWithAPointForEachMeasurementHigherWhereMoreAnswersAreRight() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(REPORT.svg().getBytes(StandardCharsets.UTF_8)));
        var points = svg.getElementsByTagName("circle");
        assertThat(points.getLength()).isEqualTo(3);
        double first = Double.parseDouble(
                points.item(0).getAttributes().getNamedItem("cy").getNodeValue());
        double second = Double.parseDouble(
                points.item(1).getAttributes().getNamedItem("cy").getNodeValue());
        assertThat(second).isLessThan(first);
    }
}
