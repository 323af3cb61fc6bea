import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

/// What was done before a page of the timeline was opened: the name of the field in its address.
enum TimelineNote: String, CaseIterable {
    case deleted, logged, restored, saved

    /// The banner of the note in the address of a page; `nil` without one.
    @MainActor
    static func banner(_ context: PageContext, back: WebPath) async throws -> HTML? {
        for note in allCases {
            guard let text = context.query.text(note.rawValue), let id = EntityID(text) else {
                continue
            }
            return try await note.banner(id, context, back)
        }
        return nil
    }

    @MainActor
    private func banner(
        _ id: EntityID,
        _ context: PageContext,
        _ back: WebPath
    ) async throws -> HTML? {
        if self == .deleted { return try await deletedBanner(id, context, back) }
        guard let event = try await context.store.read({ try $0.entities.fetch(id: id) }),
            event.kind == .event
        else { return nil }
        let name = try await context.name(of: id)
        return Self.frame {
            tag(.p) {
                switch self {
                case .logged: Strings.EventTypes.logged(["name": name])
                case .restored: Strings.WebTimeline.restored(["name": name])
                case .saved, .deleted: Strings.WebTimeline.saved(["name": name])
                }
            }
            tag(.div, .class("row")) {
                tag(.a, .class("button"), .href(EventPages.path(of: id))) {
                    Strings.WebTimeline.open(["name": name])
                }
                if self == .logged {
                    form(EventPages.path(of: id, "delete"), context, back) {
                        tag(.input, .type("hidden"), .name("undo"), .value("log"))
                    }
                }
            }
        }
    }

    @MainActor
    private func deletedBanner(
        _ id: EntityID,
        _ context: PageContext,
        _ back: WebPath
    ) async throws -> HTML? {
        guard
            let entity = context.deletions.entity(id, of: context.viewer, at: context.now),
            try await context.store.read({ try $0.entities.fetch(id: id) }) == nil
        else { return nil }
        let name = try await EntityNames(
            store: context.store,
            formats: context.formats,
            today: context.today
        ).name(id, .event, fields: entity.content)
        return Self.frame {
            tag(.p) { Strings.EventTypes.deleted(["name": name]) }
            form(EventPages.path(of: id, "restore"), context, back) { HTML.empty }
        }
    }

    private static func frame(@HTMLBuilder content: () -> HTML) -> HTML {
        tag(.div, .class("banner undo"), .role("status"), .id("note"), content: content)
    }

    private func form(
        _ path: WebPath,
        _ context: PageContext,
        _ back: WebPath,
        @HTMLBuilder fields: () -> HTML
    ) -> HTML {
        tag(.form, .method(.post), .action(path)) {
            context.formToken
            context.backField(back)
            fields()
            tag(.button, .class("primary")) { Strings.EventTypes.undo() }
        }
    }
}
