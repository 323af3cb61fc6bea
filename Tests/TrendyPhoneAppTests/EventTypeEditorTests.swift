import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

@testable import TrendyPhoneApp

@Suite("Event types", .timeLimit(.minutes(20)))
@MainActor
struct EventTypeEditorTests {
    /// Shows the list of event types.
    private func types(
        _ body: @MainActor (PhoneWorld, ViewHost) async throws -> Void
    )
        async throws
    {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try await host.wait { $0.contains("Today") }
            let link = try #require(URL(string: "trendy://timeline/types"))
            #expect(host.open(link))
            try await host.wait { $0.contains("Coffee") }
            try await body(world, host)
        }
    }

    @Test("The list shows each type with the number of its properties")
    func list() async throws {
        try await types { _, host in
            #expect(host.navigationTitle == "Types")
            #expect(host.screen.contains("Coffee"))
        }
    }

    @Test("A new type has a name, an icon and a colour")
    func newType() async throws {
        try await types { world, host in
            try host.tap("New type")
            try await host.wait { $0.contains("Icon") }
            let editor = try #require(world.app.models).newEventType()
            let icon = try #require(editor.icons.last)
            let color = try #require(editor.colors.last)
            try host.enter("Tea", into: "Name")
            try host.tap(icon.name)
            try host.tap(color.name)
            #expect(try host.element(named: icon.name).traits.contains(.selected))

            try host.tap("Save")

            try await host.wait { $0.contains("Tea") && !$0.contains("Icon") }
            let row = try #require(world.app.models?.eventTypes.rows.first { $0.name == "Tea" })
            #expect((row.icon, row.color) == (icon.id, color.id))
        }
    }

    @Test("A missing or taken name is named beside the field")
    func names() async throws {
        try await types { _, host in
            try host.tap("New type")
            try await host.wait { $0.contains("Icon") }

            try host.tap("Save")
            try await host.wait { $0.contains("Enter a name.") }
            try host.enter("Coffee", into: "Name")

            #expect(host.screen.contains("There is a type with this name already."))
        }
    }

    @Test("A property is added to a type, with options for a choice")
    func newProperty() async throws {
        try await types { world, host in
            try host.tap(showing: "Coffee")
            try await host.wait { $0.contains("New detail") }
            try host.tap("New detail")
            try await host.wait { $0.contains("Kind") }
            try host.enter("Size", into: "Name")
            try host.select(choice(world), in: "Kind")
            try host.tap("Save")
            try await host.wait { $0.contains("Enter at least one option to choose from.") }
            try host.enter("Small", into: "Option")
            try host.tap("Add an option")
            try host.enter("Large", into: "Option", at: 1)

            try host.tap("Save")

            try await host.wait { $0.contains("Size") && $0.contains("New detail") }
            let definitions = try await world.store.read {
                try $0.entities.fetchAll(kind: .propertyDefinition)
            }.compactMap { $0.readable(as: PropertyDefinition.self)?.fields }
            #expect(definitions.map(\.options) == [["Small", "Large"]])
        }
    }

    /// The name of the type of a choice.
    private func choice(_ world: PhoneWorld) throws -> String {
        let id = try #require(world.app.models?.eventTypes.rows.first?.id)
        let editor = world.app.models?.newProperty(ofType: id)
        return try #require(editor?.types.first { $0.id == .select }?.name)
    }

    @Test("Deleting a type says what is deleted with it, and can be cancelled")
    func deletion() async throws {
        try await types { world, host in
            try host.tap(showing: "Coffee")
            try await host.wait { $0.contains("Delete type") }

            try host.tap("Delete type")
            try await host.wait { $0.contains("Delete this type?") }
            #expect(host.screen.texts.contains { $0.contains("Coffee") })
            try host.tap("Cancel")
            #expect(host.screen.contains("Delete type"))
            try host.tap("Delete type")
            try await host.wait { $0.contains("Delete this type?") }
            try host.tap("Delete")

            try await host.wait { !$0.contains("Delete type") && !$0.contains("Coffee") }
            let models = try #require(world.app.models)
            await models.timeline.refresh()
            #expect(models.timeline.sections.isEmpty)
        }
    }
}
