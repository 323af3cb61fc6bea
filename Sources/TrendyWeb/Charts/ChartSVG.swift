import TrendyCharts

/// Drawings of charts as SVG, in a box of 1,000 by 1,000 units that is stretched to its element.
///
/// A drawing is hidden from assistive technology: a table or a text beside it has its values.
enum ChartSVG {
    private static let size = 1000.0

    /// A curve over a band, as today over what is usual.
    static func bandChart(usual: [ClosedRange<Double>?], values: [Double?]) -> HTML {
        let scale = ChartScale(values + usual.map { $0?.upperBound })
        let band = ChartBand(heights: usual.map { $0.map(scale.heights) })
        let line = ChartLine(heights: values.map { $0.map(scale.height) })
        return chart {
            for outline in band.outlines {
                tag(.polygon, .class("band"), .set(.points, points(outline)))
            }
            for run in line.runs { tag(.polyline, .class("curve"), .set(.points, points(run))) }
        }
    }

    /// Bars; a bar without data is left out.
    static func barChart(_ values: [Double?]) -> HTML {
        let bars = ChartBars(values, scale: ChartScale(values)).bars
        return chart {
            for bar in bars {
                tag(
                    .rect,
                    .class("bar"),
                    .set(.x, bar.x * size),
                    .set(.y, (1 - bar.height) * size),
                    .set(.width, bar.width * size),
                    .set(.height, bar.height * size)
                )
            }
        }
    }

    /// A part of a strip.
    struct Segment {
        /// The start and end as fractions of the strip, 0…1.
        let start, end: Double
        /// The colour, `#RRGGBB`.
        let color: String
        /// What the part shows, in words.
        let text: String
    }

    /// A strip whose parts are coloured; each part has its text as a tooltip.
    static func ribbon(_ segments: [Segment]) -> HTML {
        tag(
            .svg,
            .class("ribbon"),
            .set(.viewBox, "0 0 1000 10"),
            .set(.preserveAspectRatio, "none"),
            .aria("hidden", "true")
        ) {
            for segment in segments {
                let span = RibbonSpan(start: segment.start, end: segment.end)
                tag(
                    .rect,
                    .set(.x, span.x * size),
                    .set(.y, 0),
                    .set(.width, span.width * size),
                    .set(.height, 10),
                    .set(.fill, color(segment.color))
                ) {
                    tag(.title) { segment.text }
                }
            }
        }
    }

    /// A dot in the colour of an event type.
    static func dot(_ color: String) -> HTML {
        tag(
            .svg,
            .class("tag-dot"),
            .set(.viewBox, "0 0 10 10"),
            .aria("hidden", "true")
        ) {
            tag(.circle, .set(.cx, 5), .set(.cy, 5), .set(.r, 5), .set(.fill, Self.color(color)))
        }
    }

    /// A colour of the data, `#RRGGBB`; grey for anything else.
    static func color(_ text: String) -> String {
        let digits = text.dropFirst()
        let isColor = text.first == "#" && digits.count == 6 && digits.allSatisfy(\.isHexDigit)
        return isColor ? text : "#808080"
    }

    private static func chart(@HTMLBuilder content: () -> HTML) -> HTML {
        tag(
            .svg,
            .class("chart"),
            .set(.viewBox, "0 0 1000 1000"),
            .set(.preserveAspectRatio, "none"),
            .aria("hidden", "true"),
            content: content
        )
    }

    private static func points(_ points: [ChartPoint]) -> String {
        points.map { point in
            let (x, y) = (point.x * size, point.y * size)
            return "\(HTMLAttribute.text(of: x)),\(HTMLAttribute.text(of: y))"
        }.joined(separator: " ")
    }
}
