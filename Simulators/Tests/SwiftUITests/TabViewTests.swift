import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct TabViewTests {
    private enum Section { case today, places }

    private struct Tabs: View {
        @State private var selection = Section.today
        @State private var todayCount = 0

        var body: some View {
            TabView(selection: $selection) {
                Tab("Today", systemImage: "sun.max", value: Section.today) {
                    Counter()
                    Button("Places now") { selection = .places }
                }
                .badge(3)
                Tab("Places", systemImage: "map", value: Section.places) {
                    Text("All places")
                }
            }
        }
    }

    private struct Counter: View {
        @State private var count = 0

        var body: some View {
            Button("Count \(count)") { count += 1 }
        }
    }

    @Test("The selected tab is shown and another is selected by a tap or by the app")
    func selection() throws {
        let host = ViewHost(Tabs())
        #expect(
            host.screen.outline == """
                tabView
                  button "Count 0"
                  button "Places now"
                  tabBar
                    tab "Today": 3 (selected)
                    tab "Places"
                """
        )

        try host.tap("Places now")
        #expect(host.screen.texts.contains("All places"))
        try host.tap("Today")

        #expect(host.screen.contains("Count 0"))
    }

    @Test("A tab keeps its state while another is shown")
    func tabKeepsState() throws {
        let host = ViewHost(Tabs())

        try host.tap("Count 0")
        try host.tap("Places")
        try host.tap("Today")

        #expect(host.screen.contains("Count 1"))
    }

    @Test("Views with a tab item and a tag are tabs, with the first one selected")
    func tabItems() throws {
        let host = ViewHost(
            TabView {
                Text("One").tabItem { Label("First", systemImage: "1.circle") }
                Text("Two").badge(2).tabItem { Text("Second") }
            }
        )
        #expect(host.screen.texts.first == "One")

        try host.tap("Second")

        #expect(host.screen.texts.first == "Two")
        #expect(host.screen.elements(role: .tab).map(\.value) == [nil, "2"])
    }
}
