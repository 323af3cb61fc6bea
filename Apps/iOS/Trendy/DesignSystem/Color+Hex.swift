import SwiftUI

extension Color {
    /// The colour of a text such as `#8B5E3C`; the secondary colour when the text is another one.
    init(hex: String) {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        guard digits.utf8.count == 6, let number = UInt32(digits, radix: 16) else {
            self = .secondary
            return
        }
        self.init(
            red: Double(number >> 16 & 0xFF) / 255,
            green: Double(number >> 8 & 0xFF) / 255,
            blue: Double(number & 0xFF) / 255
        )
    }
}
