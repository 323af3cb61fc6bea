import SwiftUI

/// A point of a band chart: a usual range and the value of today.
struct BandPoint: Identifiable, Equatable {
    /// The position of the point.
    let id: Int
    /// What the point is about, such as an hour.
    let label: String
    /// The usual range; `nil` when too little is known.
    let usual: ClosedRange<Double>?
    /// The value; `nil` when there is no data or the hour has not come yet.
    let value: Double?

    /// The point in words.
    var text: Text {
        switch (value, usual) {
        case (let value?, let usual?): Text("\(number(value)), usually \(range(usual))")
        case (let value?, nil): number(value)
        case (nil, let usual?): Text("No data, usually \(range(usual))")
        case (nil, nil): Text("No data")
        }
    }

    private func number(_ value: Double) -> Text { Text(value, format: .chartValue) }

    private func range(_ usual: ClosedRange<Double>) -> Text {
        Text("\(number(usual.lowerBound)) to \(number(usual.upperBound))")
    }
}
