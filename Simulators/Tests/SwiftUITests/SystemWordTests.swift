import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing

@Suite("Words of the system")
@MainActor
struct SystemWordTests {
    private func host(_ view: some View, _ language: String) -> ViewHost {
        ViewHost(view) {
            $0.locale = Locale(identifier: language)
            // An app's catalog with the same keys is not asked.
            $0.simulatedStrings = { key, _, _, _ in "app: \(key)" }
        }
    }

    @Test(
        "They follow the language of the phone, not the catalogs of the app",
        arguments: [
            ("de", ["OK", "Suchen", "Abbrechen"]), ("de_AT", ["OK", "Suchen", "Abbrechen"]),
            ("en", ["OK", "Search", "Cancel"]), ("ar", ["OK", "Search", "Cancel"]),
        ]
    )
    func language(_ language: String, _ words: [String]) {
        let alert = host(
            Text(verbatim: "A").alert("B", isPresented: .constant(true)) {},
            language
        )
        let search = host(
            NavigationStack {
                List { Text(verbatim: "A") }.searchable(text: .constant(""))
            },
            language
        )
        let dialog = host(
            Text(verbatim: "A").confirmationDialog("B", isPresented: .constant(true)) {},
            language
        )

        #expect(alert.screen.contains(words[0]))
        #expect(search.screen.elements(role: .searchField).map(\.label) == [words[1]])
        #expect(dialog.screen.contains(words[2]))
    }

    @Test("A stepper's buttons are named in the language of the renderer")
    func renderer() {
        let screen = ViewHost(Stepper("Menge", value: .constant(1))).screen

        let page = HTMLRenderer(locale: Locale(identifier: "de")).html(of: screen)

        #expect(page.contains("Erhöhen Menge") && page.contains("Verringern Menge"))
    }
}
