import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyLocalization

@testable import TrendyPhoneApp

@Suite("Translations")
struct TranslationTests {
    private struct Catalog: Decodable {
        struct Entry: Decodable {
            struct Localization: Decodable {
                struct Unit: Decodable { var value: String }

                var stringUnit: Unit
            }

            var localizations: [String: Localization]

            subscript(language: String) -> String? {
                localizations[language]?.stringUnit.value
            }
        }

        var strings: [String: Entry]
    }

    private static func catalog(_ name: String) throws -> [String: Catalog.Entry] {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Apps/iOS/Resources/\(name).xcstrings")
        return try JSONDecoder().decode(Catalog.self, from: Data(contentsOf: file)).strings
    }

    private func placeholders(_ text: String) -> Set<Substring> {
        Set(text.matches(of: /\{\w+\}|%(?:lld|@|lf)/).map(\.output))
    }

    @Test("Each text of the library is in the catalog, in its English wording and in German")
    func library() throws {
        let catalog = try Self.catalog("Library")

        for text in Strings.all {
            let entry = try #require(catalog[text.key], "\(text.key): run scripts/strings")
            #expect(entry["en"] == text.english, "\(text.key)")
            let german = try #require(entry["de"], "\(text.key)")
            #expect(placeholders(german) == placeholders(text.english), "\(text.key)")
            #expect(!german.isEmpty)
        }
        #expect(catalog.count == Set(Strings.all.map(\.key)).count)
    }

    @Test("Each text of the app is in German, with the same values")
    func app() throws {
        let catalog = try Self.catalog("Localizable")

        #expect(catalog.count > 50)
        for (key, entry) in catalog {
            #expect(entry["en"] == key)
            let german = try #require(entry["de"], "\(key)")
            #expect(placeholders(german) == placeholders(key), "\(key)")
        }
    }

    @Test("A person with a German phone reads no English label in the onboarding")
    @MainActor
    func screens() throws {
        let catalog = try Self.catalog("Localizable")
        let german = catalog.compactMapValues { $0["de"] }
        let host = ViewHost(WelcomeStep(next: {}, signIn: {})) { environment in
            environment.locale = Locale(identifier: "de_DE")
            environment.simulatedStrings = { key, _, _, _ in german[key] }
        }

        #expect(host.screen.contains("Willkommen bei Trendy"))
        for text in host.screen.texts {
            #expect(catalog[text] == nil || german[text] == text, "\(text) is English")
        }
    }
}
