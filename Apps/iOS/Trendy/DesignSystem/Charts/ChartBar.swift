import SwiftUI

/// A bar of a chart.
struct ChartBar: Identifiable {
    /// The position of the bar.
    let id: Int
    /// What the bar is about, such as an hour or a month.
    let label: String
    /// The value; `nil` when there is no data, which is not zero.
    let value: Double?
    /// The value as text; `nil` when there is no data.
    let text: Text?

    /// Creates a bar.
    init(id: Int, label: String, value: Double?, text: Text? = nil) {
        self.id = id
        self.label = label
        self.value = value
        self.text = text ?? value.map { Text($0, format: .chartValue) }
    }
}

extension FormatStyle where Self == FloatingPointFormatStyle<Double> {
    /// A value of a chart: at most one digit after the decimal separator.
    static var chartValue: Self { .number.precision(.fractionLength(0...1)) }
}
