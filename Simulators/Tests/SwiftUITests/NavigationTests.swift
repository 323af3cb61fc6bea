import Observation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct NavigationTests {
    @Observable
    final class Router {
        var path: [Int] = []
        var mixed = NavigationPath()
        var isEditing = false
        var selected: String?
    }

    private struct Page: View {
        let number: Int
        @Environment(\.dismiss) private var dismiss

        var body: some View {
            VStack {
                Text("Page \(number)")
                NavigationLink("Next", value: number + 1)
                Button("Close") { dismiss() }
            }
            .navigationTitle("Title \(number)")
        }
    }

    private struct TypedStack: View {
        @Bindable var router: Router

        var body: some View {
            NavigationStack(path: $router.path) {
                NavigationLink("First", value: 1)
                    .navigationTitle("Root")
                    .navigationDestination(for: Int.self) { Page(number: $0) }
            }
        }
    }

    @Test("A link with a value pushes its page and the back button returns")
    func linkPushesAndBackReturns() throws {
        let router = Router()
        let host = ViewHost(TypedStack(router: router))
        #expect(host.navigationTitle == "Root")

        try host.tap("First")
        try host.tap("Next")

        #expect(router.path == [1, 2])
        #expect(host.navigationTitle == "Title 2")
        #expect(host.screen.contains("Page 2"))
        #expect(!host.screen.contains("Page 1"))
        try host.goBack()
        #expect(router.path == [1])
        #expect(host.screen.contains("Page 1"))
    }

    @Test("Setting the path shows its last page, and dismiss removes it")
    func pathShowsPage() throws {
        let router = Router()
        let host = ViewHost(TypedStack(router: router))

        router.path = [7, 8]

        #expect(host.screen.texts.contains("Page 8"))
        try host.tap("Close")
        #expect(router.path == [7])
        router.path = []
        #expect(host.navigationTitle == "Root")
        #expect(throws: ViewHostError.self) { try host.goBack() }
    }

    @Test("A stack without a binding keeps its path itself")
    func ownPath() throws {
        let host = ViewHost(
            NavigationStack {
                NavigationLink("First", value: 1)
                    .navigationDestination(for: Int.self) { Page(number: $0) }
            }
        )

        try host.tap("First")
        try host.tap("Next")
        try host.goBack()

        #expect(host.navigationTitle == "Title 1")
    }

    private struct MixedStack: View {
        @Bindable var router: Router

        var body: some View {
            NavigationStack(path: $router.mixed) {
                Text("Root")
                    .navigationDestination(for: Int.self) { Text("Number \($0)") }
                    .navigationDestination(for: String.self) { Text("Word \($0)") }
            }
        }
    }

    @Test("A path of several types takes the destination of each value's type")
    func mixedPath() {
        let router = Router()
        let host = ViewHost(MixedStack(router: router))

        router.mixed.append(3)
        #expect(host.screen.texts.contains("Number 3"))
        router.mixed.append("three")
        #expect(host.screen.texts.contains("Word three"))
        router.mixed.removeLast(2)
        #expect(host.screen.texts == ["Root"])
    }

    private struct Presented: View {
        @Bindable var router: Router

        var body: some View {
            NavigationStack {
                VStack {
                    NavigationLink("Inline") { Text("Inline page") }
                    Button("Edit") { router.isEditing = true }
                }
                .navigationDestination(isPresented: $router.isEditing) { Text("Editor") }
                .navigationDestination(item: $router.selected) { Text("Item \($0)") }
            }
        }
    }

    @Test("Destinations of a Boolean, an item and a link are pushed and popped")
    func presentedDestinations() throws {
        let router = Router()
        let host = ViewHost(Presented(router: router))

        try host.tap("Edit")
        #expect(host.screen.texts.contains("Editor"))
        try host.goBack()
        #expect(!router.isEditing)
        router.selected = "A"
        #expect(host.screen.texts.contains("Item A"))
        try host.goBack()
        #expect(router.selected == nil)
        try host.tap("Inline")
        #expect(host.screen.texts.contains("Inline page"))
        try host.goBack()
        #expect(host.screen.contains("Edit"))
    }

    private struct Captured: View {
        let word: String

        var body: some View {
            NavigationLink("Show", value: 1)
                .navigationDestination(for: Int.self) { Text("\(word) \($0)") }
        }
    }

    @Test("A shown page follows what its destination captures")
    func pageFollowsCapture() throws {
        let change = Change()
        let host = ViewHost(ChangingWord(change: change))

        try host.tap("Show")
        #expect(host.screen.texts.contains("old 1"))
        change.word = "new"

        #expect(host.screen.texts.contains("new 1"))
    }

    @Observable
    final class Change {
        var word = "old"
    }

    private struct ChangingWord: View {
        let change: Change

        var body: some View {
            NavigationStack { Captured(word: change.word) }
        }
    }
}
