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

    private struct Scoped: View {
        @State private var text = ""
        @State private var scope = 1

        var body: some View {
            NavigationStack {
                Text("Scope \(scope)")
                    .searchable(text: $text)
                    .searchScopes($scope) {
                        Text("All").tag(1)
                        Text("Places").tag(2)
                    }
            }
        }
    }

    @Test("Scopes are offered while the person searches")
    func scopes() throws {
        let host = ViewHost(Scoped())
        #expect(host.screen.elements(role: .picker).isEmpty)

        try host.search("a")
        try host.select("Places", in: "Scope")

        #expect(host.screen.contains("Scope 2"))
    }

    private struct Around: View {
        @State private var text = ""

        var body: some View {
            NavigationStack { Text("Text: \(text)") }
                .searchable(text: $text)
        }
    }

    @Test("A search around the stack stands in the bar of its page")
    func searchAroundStack() throws {
        let host = ViewHost(Around())

        try host.search("tea")

        #expect(host.screen.contains("Text: tea"))
    }
}
