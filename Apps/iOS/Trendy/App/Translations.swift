import Foundation
import TrendyLocalization

/// The translations of the texts that come from the library.
enum Translations {
    /// The table of the library's texts.
    static let table = "Library"

    /// Lets the library look up its texts in the app's table.
    static func install(bundle: Bundle = .main) {
        LocalizedText.translate { key in
            // The bundle returns the placeholder for a key that the table lacks.
            let text = bundle.localizedString(forKey: key, value: missing, table: table)
            return text == missing ? nil : text
        }
    }

    private static let missing = "\u{0}"
}
