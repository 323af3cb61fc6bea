/// Places the labels of a map so that none covers another one or a mark of another one.
package struct MapLabels: Sendable {
    /// A mark with a label.
    package struct Mark: Sendable {
        /// The centre of the mark.
        package var point: MapPoint
        /// The radius of the mark.
        package var radius: Double
        /// The label.
        package var text: String

        /// Creates a mark.
        package init(point: MapPoint, radius: Double, text: String) {
            self.point = point
            self.radius = radius
            self.text = text
        }
    }

    /// A placed label.
    package struct Label: Sendable, Equatable {
        /// The point at which the text begins, ends or is centred: the base line.
        package let point: MapPoint
        /// How the text lies to the point.
        package let anchor: Anchor
        /// The text, shortened when it is long.
        package let text: String
    }

    /// How a text lies to its point, as in SVG.
    package enum Anchor: String, Sendable {
        case start, middle, end
    }

    private struct Box {
        var left, top, right, bottom: Double

        func overlaps(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    /// The labels that fit, in the order of the marks.
    package let labels: [Label]

    /// Places labels; the first marks come first.
    ///
    /// - `fontSize`: the size of the text in units of the drawing.
    package init(_ marks: [Mark], width: Double, height: Double, fontSize: Double) {
        var taken: [Box] = []
        var labels: [Label] = []
        let markBoxes = marks.map { mark in
            let radius = min(mark.radius, 24)
            return Box(
                left: mark.point.x - radius,
                top: mark.point.y - radius,
                right: mark.point.x + radius,
                bottom: mark.point.y + radius
            )
        }
        for (index, mark) in marks.enumerated() where !mark.text.isEmpty {
            let text = Self.shortened(mark.text)
            let size = (width: Self.width(of: text, fontSize), height: fontSize * 1.2)
            for (label, box) in Self.candidates(mark, text, size) {
                let fits =
                    box.left >= 2 && box.top >= 2 && box.right <= width - 2
                    && box.bottom <= height - 2
                let isFree =
                    !taken.contains { $0.overlaps(box) }
                    && !markBoxes.enumerated().contains { $0 != index && $1.overlaps(box) }
                guard fits, isFree else { continue }
                taken.append(box)
                labels.append(label)
                break
            }
        }
        self.labels = labels
    }

    /// The maximum number of characters of a label.
    private static let maximumCharacters = 28

    private static func shortened(_ text: String) -> String {
        text.count <= maximumCharacters ? text : text.prefix(maximumCharacters - 1) + "…"
    }

    /// The labels at the right, at the left, above and below of a mark, with their boxes.
    private static func candidates(
        _ mark: Mark,
        _ text: String,
        _ size: (width: Double, height: Double)
    ) -> [(Label, Box)] {
        let gap = min(mark.radius, 24) + 4
        let (x, y) = (mark.point.x, mark.point.y)
        let middle = y + size.height * 0.3
        let places: [(Double, Double, Anchor)] = [
            (x + gap, middle, .start), (x - gap, middle, .end),
            (x, y - gap - size.height * 0.2, .middle), (x, y + gap + size.height * 0.8, .middle),
        ]
        return places.map { x, y, anchor in
            let left =
                switch anchor {
                case .start: x
                case .middle: x - size.width / 2
                case .end: x - size.width
                }
            let box = Box(
                left: left,
                top: y - size.height * 0.85,
                right: left + size.width,
                bottom: y + size.height * 0.25
            )
            let label = Label(point: MapPoint(x: x, y: y), anchor: anchor, text: text)
            return (label, box)
        }
    }

    /// An estimate that is rather too wide: no font is measured.
    private static func width(of text: String, _ fontSize: Double) -> Double {
        text.unicodeScalars.reduce(0) { width, scalar in
            // Scripts from Hangul on, and symbols, are about as wide as high.
            width + (scalar.value >= 0x1100 ? 1.05 : 0.6) * fontSize
        }
    }
}
