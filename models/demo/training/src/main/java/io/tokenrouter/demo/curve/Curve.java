package io.tokenrouter.demo.curve;

import java.util.Comparator;
import java.util.List;

/**
 * What one way to route reaches.
 *
 * @param name as the legend has it
 * @param points by their share
 */
public record Curve(String name, Stroke stroke, List<Point> points) {

    /** How the points are joined. */
    public enum Stroke {
        SOLID("line"),
        DASHED("line dashed"),
        DOTTED("line dotted"),
        /** Not at all: they are no curve of one option. */
        NONE("");

        private final String look;

        Stroke(String look) {
            this.look = look;
        }

        String look() {
            return look;
        }
    }

    /**
     * @param largeShare part of all tokens that the large model wrote, 0 to 1
     * @param accuracy part of the answers that are right, 0 to 1
     */
    public record Point(double largeShare, double accuracy) {}

    public Curve {
        points = points.stream()
                .sorted(Comparator.comparingDouble(Point::largeShare))
                .toList();
    }
}
