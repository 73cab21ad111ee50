package io.tokenrouter.demo.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.demo.curve.Curve.Point;
import io.tokenrouter.demo.curve.Curve.Stroke;
import io.tokenrouter.demo.curve.CurveDrawing.Alone;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class CurveDrawingTest {

    private static final List<Alone> ALONE = List.of(new Alone("large", 0.97), new Alone("small", 0.3));

    @Test
    void aPointIsHigherWhereMoreAnswersAreRightAndFurtherRightWithMoreOfTheLargeModel() throws Exception {
        Curve curve = new Curve("a", Stroke.SOLID, List.of(new Point(0.04, 0.9), new Point(0.02, 0.5)));

        NodeList points = circles(CurveDrawing.linear(ALONE, List.of(curve)));

        assertThat(points.getLength()).isEqualTo(2);
        assertThat(number(points, 0, "cx")).isLessThan(number(points, 1, "cx"));
        assertThat(number(points, 0, "cy")).isGreaterThan(number(points, 1, "cy"));
    }

    @Test
    void onTheLogarithmicAxisEqualFactorsAreEqualStepsAndNoneStandsAtTheLeft() throws Exception {
        Curve curve = new Curve(
                "a",
                Stroke.DOTTED,
                List.of(new Point(0, 0.1), new Point(0.005, 0.1), new Point(0.01, 0.1), new Point(0.02, 0.1)));

        NodeList points = circles(CurveDrawing.logarithmic(ALONE, List.of(curve)));

        assertThat(number(points, 0, "cx")).isEqualTo(number(points, 1, "cx"));
        double step = number(points, 2, "cx") - number(points, 1, "cx");
        assertThat(step).isPositive();
        assertThat(number(points, 3, "cx") - number(points, 2, "cx")).isCloseTo(step, within(0.11));
    }

    @Test
    void everyCurveIsInTheLegendAboveThePlotAndWithinThePicture() throws Exception {
        List<Curve> curves = IntStream.range(0, 11)
                .mapToObj(i -> new Curve("a curve < " + i, Stroke.DASHED, List.of(new Point(0.5, 1))))
                .toList();

        Document svg = parsed(CurveDrawing.logarithmic(ALONE, curves));

        NodeList texts = svg.getElementsByTagName("text");
        List<Integer> legend = IntStream.range(0, texts.getLength())
                .filter(i -> texts.item(i).getTextContent().startsWith("a curve < "))
                .boxed()
                .toList();
        assertThat(legend).hasSize(11);
        double topOfPlot = number(svg.getElementsByTagName("circle"), 0, "cy");
        assertThat(legend).allSatisfy(i -> {
            assertThat(number(texts, i, "y")).isLessThan(topOfPlot);
            assertThat(number(texts, i, "x")).isLessThan(620);
        });
    }

    private static NodeList circles(String svg) throws Exception {
        return parsed(svg).getElementsByTagName("circle");
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static double number(NodeList nodes, int index, String attribute) {
        return Double.parseDouble(
                nodes.item(index).getAttributes().getNamedItem(attribute).getNodeValue());
    }
}
