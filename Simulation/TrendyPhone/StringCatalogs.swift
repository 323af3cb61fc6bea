import Foundation
import Synchronization
import TrendyLocalization
import TrendyModel

/// The translations of the app, from the string catalogs that Xcode compiles for iOS.
///
/// All phones of a page have one language, because the library's texts have.
final class StringCatalogs: Sendable {
    private typealias Table = [String: String]

    /// The texts of a catalog by language and key.
    private let tables: [String: [String: Table]]
    private let current = Mutex("en")

    private struct Catalog: Decodable {
        struct Entry: Decodable {
            struct Localization: Decodable {
                struct Unit: Decodable { let value: String }
                let stringUnit: Unit?
            }
            let localizations: [String: Localization]?
        }
        let strings: [String: Entry]
    }

    /// The names of the catalogs: the texts of views, and those of the library.
    private static let names = ["Localizable", "Library"]

    /// Reads the catalogs of a directory; texts are English where it has none.
    init(directory: String) {
        var tables: [String: [String: Table]] = [:]
        for name in Self.names {
            let path = "\(directory)/\(name).xcstrings"
            guard let data = FileManager.default.contents(atPath: path),
                let catalog = try? UntrustedJSON.decode(Catalog.self, from: Array(data))
            else { continue }
            for (key, entry) in catalog.strings {
                for (language, localization) in entry.localizations ?? [:] {
                    tables[name, default: [:]][language, default: [:]][key] =
                        localization.stringUnit?.value
                }
            }
        }
        self.tables = tables
    }

    /// Whether there are translations.
    var isEmpty: Bool { tables.isEmpty }

    /// The language of all phones.
    var language: String {
        get { current.withLock(\.self) }
        set { current.withLock { $0 = newValue } }
    }

    /// The text of a view in a language; `nil` where it is English.
    func text(_ key: String, in language: String) -> String? {
        tables["Localizable"]?[language]?[key]
    }

    /// Lets the library look up its texts in the current language.
    func install() {
        LocalizedText.translate { [self] key in tables["Library"]?[language]?[key] }
    }
}
