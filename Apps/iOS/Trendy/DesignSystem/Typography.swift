import SwiftUI

extension Font {
    /// The title of a card or of a group.
    static let cardTitle = Font.headline
    /// The number of a metric.
    static let metricValue = Font.title2.weight(.semibold).monospacedDigit()
    /// A second line below a title.
    static let detail = Font.subheadline
    /// A badge or a remark.
    static let remark = Font.footnote
    /// A symbol on a map, which is no larger for large text.
    static let pin = Font.system(size: 13)
}
