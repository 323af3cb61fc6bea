import TrendyCharts

/// Columns with labels below them; a value without data is hatched, a measured zero is a thin line.
struct ChartColumns {
    /// The values; `nil` without data.
    let values: [Double?]
    /// The values drawn beside them; empty for none.
    var before: [Double?] = []
    /// The number of values whose time has come; later ones are left out.
    var shown = Int.max
    /// The labels, which divide the width evenly.
    let labels: [String]

    private static let size = 1000.0

    /// The hatching, once a page.
    static var patterns: HTML {
        tag(.svg, .class("visually-hidden"), .aria("hidden", "true"), .set(.width, 0)) {
            tag(.defs) {
                tag(
                    .pattern,
                    .id("hatch"),
                    .set(.width, 12),
                    .set(.height, 60),
                    .set(.patternUnits, "userSpaceOnUse")
                ) {
                    tag(.path, .class("hatch"), .set(.d, "M0 60 L12 0"))
                }
            }
        }
    }

    /// The drawing, which is hidden from assistive technology: a table has its values.
    var html: HTML {
        tag(.div, .class("columns"), .dir("ltr"), .aria("hidden", "true")) {
            tag(
                .svg,
                .class("chart"),
                .set(.viewBox, "0 0 1000 1000"),
                .set(.preserveAspectRatio, "none")
            ) {
                if before.isEmpty { single } else { pairs }
            }
            tag(.div, .class("labels of-\(labels.count)")) {
                for label in labels { tag(.span) { label } }
            }
        }
    }

    private var single: HTML {
        let width = Self.size / Double(max(1, values.count))
        var html = HTML.empty
        for (position, value) in values.enumerated() where value == nil && position < shown {
            html.append(
                column("none", x: (Double(position) + 0.1) * width, width: width * 0.8, height: 1)
            )
        }
        for bar in ChartBars(values, scale: ChartScale(values)).bars {
            html.append(
                column(
                    "bar",
                    x: bar.x * Self.size,
                    width: bar.width * Self.size,
                    height: bar.height
                )
            )
        }
        return html
    }

    /// Two columns for each position, the earlier one first.
    private var pairs: HTML {
        let scale = ChartScale(values + before)
        let width = Self.size / Double(max(1, values.count))
        var html = HTML.empty
        for position in values.indices {
            let earlier = before.indices.contains(position) ? before[position] : nil
            let start = Double(position) * width
            html.append(
                column("before", earlier, scale, x: start + width * 0.1, width: width * 0.38)
            )
            guard position < shown else { continue }
            html.append(
                column("bar", values[position], scale, x: start + width * 0.52, width: width * 0.38)
            )
        }
        return html
    }

    private func column(
        _ name: String,
        _ value: Double?,
        _ scale: ChartScale,
        x: Double,
        width: Double
    ) -> HTML {
        guard let value else { return column("none", x: x, width: width, height: 1) }
        return column(name, x: x, width: width, height: max(0.015, scale.height(of: value)))
    }

    private func column(_ name: String, x: Double, width: Double, height: Double) -> HTML {
        tag(
            .rect,
            .class(name),
            .set(.x, x),
            .set(.y, (1 - height) * Self.size),
            .set(.width, width),
            .set(.height, height * Self.size)
        )
    }
}
