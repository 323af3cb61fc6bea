public import Foundation

/// A color of the system by its name, which adapts to light and dark.
open class UIColor: NSObject, @unchecked Sendable {
    // Safe to share: the name never changes.
    package let name: String

    init(name: String) {
        self.name = name
    }

    /// Whether two colors have the same name.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UIColor)?.name == name
    }

    /// The hash of the name.
    open override var hash: Int { name.hashValue }
}

extension UIColor {
    /// The color "label" of the system.
    public class var label: UIColor { UIColor(name: "label") }
    /// The color "secondary label" of the system.
    public class var secondaryLabel: UIColor { UIColor(name: "secondaryLabel") }
    /// The color "tertiary label" of the system.
    public class var tertiaryLabel: UIColor { UIColor(name: "tertiaryLabel") }
    /// The color "quaternary label" of the system.
    public class var quaternaryLabel: UIColor { UIColor(name: "quaternaryLabel") }
    /// The color "system fill" of the system.
    public class var systemFill: UIColor { UIColor(name: "systemFill") }
    /// The color "secondary system fill" of the system.
    public class var secondarySystemFill: UIColor { UIColor(name: "secondarySystemFill") }
    /// The color "tertiary system fill" of the system.
    public class var tertiarySystemFill: UIColor { UIColor(name: "tertiarySystemFill") }
    /// The color "quaternary system fill" of the system.
    public class var quaternarySystemFill: UIColor { UIColor(name: "quaternarySystemFill") }
    /// The color "placeholder text" of the system.
    public class var placeholderText: UIColor { UIColor(name: "placeholderText") }
    /// The color "system background" of the system.
    public class var systemBackground: UIColor { UIColor(name: "systemBackground") }
    /// The color "secondary system background" of the system.
    public class var secondarySystemBackground: UIColor {
        UIColor(name: "secondarySystemBackground")
    }
    /// The color "tertiary system background" of the system.
    public class var tertiarySystemBackground: UIColor { UIColor(name: "tertiarySystemBackground") }
    /// The color "system grouped background" of the system.
    public class var systemGroupedBackground: UIColor { UIColor(name: "systemGroupedBackground") }
    /// The color "secondary system grouped background" of the system.
    public class var secondarySystemGroupedBackground: UIColor {
        UIColor(name: "secondarySystemGroupedBackground")
    }
    /// The color "tertiary system grouped background" of the system.
    public class var tertiarySystemGroupedBackground: UIColor {
        UIColor(name: "tertiarySystemGroupedBackground")
    }
    /// The color "separator" of the system.
    public class var separator: UIColor { UIColor(name: "separator") }
    /// The color "opaque separator" of the system.
    public class var opaqueSeparator: UIColor { UIColor(name: "opaqueSeparator") }
    /// The color "link" of the system.
    public class var link: UIColor { UIColor(name: "link") }
    /// The color "tint color" of the system.
    public class var tintColor: UIColor { UIColor(name: "tintColor") }
    /// The color "system blue" of the system.
    public class var systemBlue: UIColor { UIColor(name: "systemBlue") }
    /// The color "system brown" of the system.
    public class var systemBrown: UIColor { UIColor(name: "systemBrown") }
    /// The color "system cyan" of the system.
    public class var systemCyan: UIColor { UIColor(name: "systemCyan") }
    /// The color "system green" of the system.
    public class var systemGreen: UIColor { UIColor(name: "systemGreen") }
    /// The color "system indigo" of the system.
    public class var systemIndigo: UIColor { UIColor(name: "systemIndigo") }
    /// The color "system mint" of the system.
    public class var systemMint: UIColor { UIColor(name: "systemMint") }
    /// The color "system orange" of the system.
    public class var systemOrange: UIColor { UIColor(name: "systemOrange") }
    /// The color "system pink" of the system.
    public class var systemPink: UIColor { UIColor(name: "systemPink") }
    /// The color "system purple" of the system.
    public class var systemPurple: UIColor { UIColor(name: "systemPurple") }
    /// The color "system red" of the system.
    public class var systemRed: UIColor { UIColor(name: "systemRed") }
    /// The color "system teal" of the system.
    public class var systemTeal: UIColor { UIColor(name: "systemTeal") }
    /// The color "system yellow" of the system.
    public class var systemYellow: UIColor { UIColor(name: "systemYellow") }
    /// The color "system gray" of the system.
    public class var systemGray: UIColor { UIColor(name: "systemGray") }
    /// The color "system gray2" of the system.
    public class var systemGray2: UIColor { UIColor(name: "systemGray2") }
    /// The color "system gray3" of the system.
    public class var systemGray3: UIColor { UIColor(name: "systemGray3") }
    /// The color "system gray4" of the system.
    public class var systemGray4: UIColor { UIColor(name: "systemGray4") }
    /// The color "system gray5" of the system.
    public class var systemGray5: UIColor { UIColor(name: "systemGray5") }
    /// The color "system gray6" of the system.
    public class var systemGray6: UIColor { UIColor(name: "systemGray6") }
}
