import Foundation
import SwiftUI

/// Values in the syntax of CSS.
enum CSS {
    /// A number with up to three decimals; 0 for one that is not finite.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let rounded = (value * 1000).rounded() / 1000
        return rounded == rounded.rounded() && abs(rounded) < 1e15
            ? String(Int64(rounded)) : String(rounded)
    }

    /// A length in pixels.
    static func length(_ value: CGFloat) -> String { number(value) + "px" }

    /// A name with only the characters that an identifier can have.
    static func identifier(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }

    static func alignItems(_ alignment: HorizontalAlignment) -> String {
        switch alignment.position {
        case .leading: "flex-start"
        case .center: "center"
        case .trailing: "flex-end"
        }
    }

    static func alignItems(_ alignment: VerticalAlignment) -> String {
        switch alignment.position {
        case .top: "flex-start"
        case .center: "center"
        case .bottom: "flex-end"
        case .firstTextBaseline: "first baseline"
        case .lastTextBaseline: "last baseline"
        }
    }
}
