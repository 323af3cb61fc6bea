import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
@Suite("Accessibility")
struct AccessibilityTests {
    private func outline(_ view: some View) -> [String] {
        ViewHost(view).screen.outline.split(separator: "\n").map(String.init)
    }

    @Test("A label, a value, a hint and an identifier are those of the element")
    func attributes() throws {
        let host = ViewHost(
            Button("Raw") {}
                .accessibilityLabel("Add")
                .accessibilityValue("three")
                .accessibilityHint("Adds one")
                .accessibilityIdentifier("add")
        )

        let button = try #require(host.screen.elements(role: .button).first)
        #expect(button.label == "Add")
        #expect(button.value == "three")
        #expect(button.hint == "Adds one")
        #expect(button.identifier == "add")
    }

    @Test("The outermost label counts")
    func outermostLabel() {
        let view = Text("x").accessibilityLabel("inner").accessibilityLabel("outer")

        #expect(outline(view) == ["text \"outer\""])
    }

    @Test("A hidden view is not offered, nor part of a name")
    func hidden() {
        let view = Button {
        } label: {
            Text("Save")
            Text("decoration").accessibilityHidden(true)
        }

        #expect(outline(view) == ["button \"Save\""])
        #expect(outline(Text("x").accessibilityHidden(true)).isEmpty)
        #expect(outline(Text("x").hidden()).isEmpty)
    }

    @Test("Combined children are one element with their text and actions")
    func combined() throws {
        var taps = 0
        let host = ViewHost(
            HStack {
                Text("Steps")
                Text("8,000")
                Button("More") { taps += 1 }
            }
            .accessibilityElement(children: .combine)
        )

        #expect(host.screen.outline == "button \"Steps, 8,000, More\"")
        try host.tap("Steps, 8,000, More")
        #expect(taps == 1)
    }

    @Test("Ignored children are replaced by a label, contained ones are grouped")
    func ignoredAndContained() {
        let ignored = VStack { Text("a") }.accessibilityElement().accessibilityLabel("All")
        let contained = VStack { Text("a") }
            .accessibilityElement(children: .contain)
            .accessibilityLabel("All")

        #expect(outline(ignored) == ["group \"All\""])
        #expect(outline(contained) == ["group \"All\"", "  text \"a\""])
    }

    @Test("A modifier on a group is one on each of its views")
    func group() {
        let view = Group {
            Text("a")
            Text("b")
        }
        .accessibilityAddTraits(.isHeader)

        #expect(outline(view) == ["text \"a\" (header)", "text \"b\" (header)"])
    }

    @Test("Headings have a level and traits can be removed")
    func headings() {
        let heading = Text("a").accessibilityHeading(.h2)
        let removed = Text("a").accessibilityAddTraits([.isHeader, .isSelected])
            .accessibilityRemoveTraits(.isHeader)

        #expect(outline(heading) == ["text \"a\" (header) level 2"])
        #expect(outline(removed) == ["text \"a\" (selected)"])
    }

    @Test("A higher sort priority is read first")
    func sortPriority() {
        let view = VStack {
            Text("second")
            Text("first").accessibilitySortPriority(1)
        }

        #expect(outline(view) == ["text \"first\"", "text \"second\""])
    }

    @Test("A named action is offered and called")
    func namedAction() throws {
        var log: [String] = []
        let host = ViewHost(
            Text("Row")
                .accessibilityAction(named: "Delete") { log.append("delete") }
                .accessibilityAction { log.append("activate") }
        )

        try host.tap("Row")
        try host.perform("Delete", on: "Row")

        #expect(log == ["activate", "delete"])
        #expect(throws: ViewHostError.self) { try host.perform("Share", on: "Row") }
    }

    @Test("A representation is offered in place of the view")
    func representation() {
        let view = Circle().accessibilityRepresentation { Text("half") }

        #expect(outline(view) == ["text \"half\""])
    }
}
