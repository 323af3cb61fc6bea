internal import Foundation

/// A text of the system's own, which Apple localizes: an app's catalogs do not contain it.
package enum SystemWord: String, Sendable, CaseIterable {
    case back = "Back"
    case cancel = "Cancel"
    case checkSpelling = "Check the spelling or try a new search."
    case close = "Close"
    case decrease = "Decrease"
    case delete = "Delete"
    case increase = "Increase"
    case myLocation = "My Location"
    case noResults = "No Results"
    /// `%@` is what was searched for.
    case noResultsFor = "No Results for “%@”"
    case ok = "OK"
    case progress = "Progress"
    case search = "Search"
    case share = "Share…"
    case zoomIn = "Zoom In"
    case zoomOut = "Zoom Out"

    /// The text in the language of a locale; English where it is not translated.
    package func text(in locale: Locale) -> String {
        let language = locale.language.languageCode?.identifier ?? ""
        return Self.translations[language]?[self] ?? rawValue
    }

    /// The languages besides English, by code.
    package static let translations: [String: [SystemWord: String]] = [
        "de": [
            .back: "Zurück", .cancel: "Abbrechen",
            .checkSpelling: "Überprüfe die Schreibweise oder versuche es mit einer neuen Suche.",
            .close: "Schließen", .decrease: "Verringern", .delete: "Löschen",
            .increase: "Erhöhen", .myLocation: "Mein Standort", .noResults: "Keine Ergebnisse",
            .noResultsFor: "Keine Ergebnisse für „%@“", .ok: "OK",
            .progress: "Fortschritt", .search: "Suchen", .share: "Teilen …",
            .zoomIn: "Vergrößern", .zoomOut: "Verkleinern",
        ]
    ]
}

extension Text {
    /// A text of the system in the language of the environment.
    package init(_ word: SystemWord) {
        self.init { word.text(in: $0.locale) }
    }

    /// A text of the system with an argument in place of `%@`.
    init(_ word: SystemWord, _ argument: String) {
        self.init { context in
            word.text(in: context.locale).replacing("%@", with: argument)
        }
    }
}
