/// Bars side by side; a bar without data is left out, a zero is as high as can be seen.
public struct ChartBars: Sendable, Equatable {
    /// A bar.
    public struct Bar: Sendable, Equatable, Identifiable {
        /// The position of the bar.
        public let id: Int
        /// The left edge as a fraction of the width, 0…1.
        public let x: Double
        /// The width as a fraction of the chart's, 0…1.
        public let width: Double
        /// The height as a fraction of the chart's, 0…1.
        public let height: Double
    }

    /// The bars with data.
    public let bars: [Bar]

    /// Creates bars.
    ///
    /// - `values`: the values from the first to the last position; `nil` where there is no data.
    /// - `scale`: maps values to heights.
    /// - `gap`: the space between two bars as a fraction of the space for one.
    /// - `minimum`: the height of a zero, 0…1.
    public init(
        _ values: [Double?],
        scale: ChartScale,
        gap: Double = 0.2,
        minimum: Double = 0.015
    ) {
        let space = 1 / Double(max(1, values.count))
        bars = values.enumerated().compactMap { position, value in
            value.map {
                Bar(
                    id: position,
                    x: space * (Double(position) + gap / 2),
                    width: space * (1 - gap),
                    height: max(minimum, scale.height(of: $0))
                )
            }
        }
    }
}
