/// Constants that specify the type of keyboard to display for a text-based view.
public enum UIKeyboardType: Int, Sendable {
    /// The default keyboard for the current input method.
    case `default`
    /// A keyboard that displays standard ASCII characters.
    case asciiCapable
    /// A keyboard for entering numbers and punctuation.
    case numbersAndPunctuation
    /// A keyboard for entering URLs.
    case URL
    /// A numeric keypad for PIN entry.
    case numberPad
    /// A keypad for entering telephone numbers.
    case phonePad
    /// A keypad for entering a person's name or phone number.
    case namePhonePad
    /// A keyboard for entering email addresses.
    case emailAddress
    /// A keyboard with numbers and a decimal point.
    case decimalPad
    /// A keyboard for text entry with easy access to the at sign and number sign.
    case twitter
    /// A keyboard for web search terms and URL entry.
    case webSearch
    /// A keypad that outputs only ASCII digits.
    case asciiCapableNumberPad
}
