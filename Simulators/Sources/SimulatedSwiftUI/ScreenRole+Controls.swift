internal import SwiftUI

extension ScreenRole {
    /// A switch; its value is 1 or 0.
    public static let toggle = ScreenRole(.toggle)
    /// A field for a line of text; its value is the text.
    public static let textField = ScreenRole(.textField)
    /// A field for a secret; its value has a dot for each character.
    public static let secureField = ScreenRole(.secureField)
    /// A field for lines of text.
    public static let textEditor = ScreenRole(.textEditor)
    /// Alternatives, of which one is selected; its value is the name of that one.
    public static let picker = ScreenRole(.picker)
    /// An alternative of a picker.
    public static let option = ScreenRole(.option)
    /// A date; its value is the date in the locale of the view.
    public static let datePicker = ScreenRole(.datePicker)
    /// A colour.
    public static let colorPicker = ScreenRole(.colorPicker)
    /// A value that is changed by steps.
    public static let stepper = ScreenRole(.stepper)
    /// A value in a range; its value is the percentage.
    public static let slider = ScreenRole(.slider)
    /// How much is done; its value is the percentage, `nil` if that is not known.
    public static let progress = ScreenRole(.progress)
    /// A value in a range that is only shown.
    public static let gauge = ScreenRole(.gauge)
}
