import Foundation
import Observation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct ListTests {
    @MainActor
    @Observable
    final class Model {
        var names = ["Run", "Read", "Cook"]
        var pinned: [String] = []
    }

    private struct Names: View {
        let model: Model

        var body: some View {
            List {
                Section {
                    ForEach(model.names, id: \.self) { name in
                        Text(name)
                            .swipeActions(edge: .leading) {
                                Button("Pin") { model.pinned.append(name) }
                            }
                    }
                    .onDelete { model.names.remove(atOffsets: $0) }
                } header: {
                    Text("Habits")
                } footer: {
                    Text("Swipe to delete.")
                }
            }
        }
    }

    @Test("A list offers its rows in sections with header and footer")
    func sections() {
        let host = ViewHost(Names(model: Model()))

        #expect(
            host.screen.outline == """
                list
                  section
                    sectionHeader (header)
                      text "Habits"
                    row
                      text "Run"
                    row
                      text "Read"
                    row
                      text "Cook"
                    sectionFooter
                      text "Swipe to delete."
                """
        )
    }

    @Test("A swipe offers the row's actions and deletion")
    func swipe() throws {
        let model = Model()
        let host = ViewHost(Names(model: model))

        try host.swipe("Read", action: "Pin")
        try host.swipe("Run", action: "Delete")
        try host.fullSwipe("Cook")

        #expect(model.pinned == ["Read"])
        #expect(model.names == ["Read"])
        #expect(host.screen.texts.contains("Read") && !host.screen.texts.contains("Run"))
        #expect(throws: ViewHostError.self) { try host.swipe("Read", action: "Share") }
    }

    @Test("Of 100,000 rows those near the screen are evaluated, and more after scrolling")
    func manyRows() throws {
        let host = ViewHost(List(0..<100_000) { Text("Row \($0)") })
        let first = host.screen.elements(role: .row).count
        #expect((40...64).contains(first))
        #expect(host.evaluationCount < 400)

        try host.scroll()

        let rows = host.screen.elements(role: .row)
        #expect(rows.count >= first + 40)
        #expect(rows.map(\.label) == (0..<rows.count).map { "Row \($0)" })
        #expect(host.evaluationCount < 1200)
    }

    @Test("Rows of several sections are shown without a gap before those that are not evaluated")
    func sectionsWithoutGap() throws {
        let host = ViewHost(
            List {
                ForEach(0..<50, id: \.self) { section in
                    Section("Section \(section)") {
                        ForEach(0..<30, id: \.self) { Text("\(section)-\($0)") }
                    }
                }
            }
        )
        let all = (0..<50).flatMap { section in (0..<30).map { "\(section)-\($0)" } }

        for _ in 0..<8 {
            let rows = host.screen.elements(role: .row).map(\.label)
            #expect(rows == Array(all.prefix(rows.count)))
            try host.scroll()
        }
        while (try? host.scroll()) != nil {}

        #expect(host.screen.elements(role: .row).map(\.label) == all)
    }

    private struct Selectable: View {
        @State private var selection: Int?

        var body: some View {
            VStack {
                List(selection: $selection) {
                    ForEach(1..<4, id: \.self) { Text("Row \($0)") }
                }
                Text("Selected: \(selection ?? 0)")
            }
        }
    }

    @Test("A tap selects a row of a list with a selection")
    func selection() throws {
        let host = ViewHost(Selectable())

        try host.tap("Row 2")

        #expect(host.screen.texts.last == "Selected: 2")
        #expect(host.screen.elements(role: .row)[1].traits == [.selected])
    }

    @Test("A badge stands at the end of its row")
    func badge() {
        let host = ViewHost(List { Text("Inbox").badge(5) })

        #expect(host.screen.texts == ["Inbox", "5"])
    }

    private struct Refreshed: View {
        let model: Model

        var body: some View {
            List(model.names, id: \.self) { Text($0) }
                .refreshable {
                    await MainActor.run { model.names.append("New") }
                }
        }
    }

    @Test("Pulling down awaits the refresh")
    func refresh() async throws {
        let host = ViewHost(Refreshed(model: Model()))

        try await host.pullToRefresh()

        #expect(host.screen.texts == ["Run", "Read", "Cook", "New"])
    }
}
