import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct SearchTests {
    private struct Results: View {
        let text: String
        @Environment(\.isSearching) private var isSearching
        @Environment(\.dismissSearch) private var dismissSearch

        var body: some View {
            let names = ["Apple", "Pear"].filter { text.isEmpty || $0.hasPrefix(text) }
            List {
                if isSearching { Button("Stop") { dismissSearch() } }
                ForEach(names, id: \.self) { Text($0) }
            }
            .overlay {
                if names.isEmpty { ContentUnavailableView.search }
            }
        }
    }

    private struct Searchable: View {
        @State private var text = ""
        @State private var submitted = ""

        var body: some View {
            NavigationStack {
                Results(text: text)
                    .navigationTitle("Fruit \(submitted)")
                    .searchable(text: $text, prompt: "Find fruit")
                    .onSubmit(of: .search) { submitted = text }
            }
        }
    }

    @Test("The text of the search field filters the rows until the search ends")
    func filter() throws {
        let host = ViewHost(Searchable())
        #expect(host.screen.elements(role: .searchField).map(\.label) == ["Find fruit"])
        #expect(!host.screen.contains("Stop"))

        try host.search("Pe")
        #expect(host.screen.texts == ["Fruit ", "Stop", "Pear"])
        try host.submitSearch()
        #expect(host.navigationTitle == "Fruit Pe")
        try host.search("Plum")
        #expect(host.screen.texts.contains("No Results for “Plum”"))
        try host.cancelSearch()
        #expect(host.screen.texts.suffix(2) == ["Apple", "Pear"])
        try host.search("A")
        try host.tap("Stop")

        #expect(host.screen.texts.suffix(2) == ["Apple", "Pear"])
    }
}
