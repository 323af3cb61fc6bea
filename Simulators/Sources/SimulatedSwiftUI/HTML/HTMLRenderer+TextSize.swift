public import SwiftUI

extension HTMLRenderer {
    /// The size of text in relation to the usual one, as on iOS for the body style.
    ///
    /// It belongs into the property `--text-scale` of the screen's element.
    public static func textScale(_ size: DynamicTypeSize) -> Double {
        switch size {
        case .xSmall: 14 / 17
        case .small: 15 / 17
        case .medium: 16 / 17
        case .large: 1
        case .xLarge: 19 / 17
        case .xxLarge: 21 / 17
        case .xxxLarge: 23 / 17
        case .accessibility1: 28 / 17
        case .accessibility2: 33 / 17
        case .accessibility3: 40 / 17
        case .accessibility4: 47 / 17
        case .accessibility5: 53 / 17
        @unknown default: 1
        }
    }
}
