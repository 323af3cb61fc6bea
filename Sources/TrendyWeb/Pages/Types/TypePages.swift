import HTTPTypes
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The pages of event types: the list, and the editor of one type.
@MainActor
enum TypePages {
    nonisolated static let routes: [WebRoute] =
        [
            .get("/types") { try await list($0) },
            .get("/types/new") { try await page($0, id: nil) },
            .post("/types/new") { try await save($0, id: nil) },
            .get("/types/{id}") { try await page($0, id: $0.id()) },
            .post("/types/{id}") { try await save($0, id: $0.id()) },
            .post("/types/{id}/move") { try await move($0) },
            .get("/types/{id}/delete") { try await deletionPage($0) },
            .post("/types/{id}/delete") { try await delete($0) },
        ] + PropertyPages.routes

    /// The address of a type, or of a page below it.
    nonisolated static func path(of id: EntityID, _ parts: String...) -> WebPath {
        WebPath(parts: ["types", id.description] + parts)
    }

    private static func list(_ context: PageContext) async throws -> WebResponse {
        let model = EventTypesViewModel(store: context.store, dependencies: context.dependencies)
        await model.refresh()
        return await context.page(title: Strings.WebTimeline.types(), area: .timeline) {
            tag(.div, .class("row between page-head")) {
                tag(.h1) { Strings.WebTimeline.types() }
                tag(.a, .class("button primary"), .href(WebPath("/types/new"))) {
                    Strings.Editor.newType()
                }
            }
            if let problem = model.problem {
                tag(.div, .class("banner warning")) { tag(.p) { problem } }
            }
            if let text = model.emptyText { tag(.p, .class("empty card")) { text } }
            if !model.rows.isEmpty {
                tag(.ul, .class("events card")) {
                    for row in model.rows { item(row) }
                }
            }
        }
    }

    private static func item(_ row: EventTypesViewModel.Row) -> HTML {
        tag(.li, .data("key", row.id.description)) {
            tag(.a, .class("event"), .href(path(of: row.id))) {
                EventSymbol.badge(row.icon, color: row.color)
                tag(.span, .class("what")) {
                    tag(.span, .class("name")) { row.name }
                    tag(.span, .class("detail quiet")) { row.detail }
                }
                if row.isCaptured {
                    tag(.span, .class("when quiet small")) { Strings.WebTimeline.captured() }
                }
            }
        }
    }

    // MARK: Editor

    static func editor(
        _ context: PageContext,
        _ id: EntityID?
    ) async -> EventTypeEditorViewModel {
        let editor = EventTypeEditorViewModel(
            store: context.store,
            dependencies: context.dependencies,
            type: id
        )
        await editor.load()
        return editor
    }

    private static func page(_ context: PageContext, id: EntityID?) async throws -> WebResponse {
        let editor = await editor(context, id)
        guard editor.phase != .missing else { return await missing(context, editor.missingText) }
        return await TypeEditorPage(context: context, form: TypeForm(editor), id: id).response()
    }

    private static func save(_ context: PageContext, id: EntityID?) async throws -> WebResponse {
        let editor = await editor(context, id)
        guard editor.phase != .missing else { return await missing(context, editor.missingText) }
        var form = TypeForm(editor)
        form.apply(FormValues(context.form))
        let page = TypeEditorPage(context: context, form: form, id: id)
        guard form.changes.isEmpty else { return await page.response(status: .conflict) }
        guard await editor.save(), case .saved(let saved) = editor.phase else {
            if editor.phase == .missing { return await missing(context, editor.missingText) }
            return await page.response(status: .unprocessableContent)
        }
        return .seeOther(id == nil ? path(of: saved) : WebPath("/types"))
    }

    /// The page of a type that was deleted.
    static func missing(_ context: PageContext, _ text: String) async -> WebResponse {
        await context.page(
            title: Strings.WebTimeline.missing(),
            area: .timeline,
            status: .notFound
        ) {
            tag(.section, .class("card message")) {
                tag(.h1) { Strings.WebTimeline.missing() }
                tag(.p) { text }
                tag(.p) { tag(.a, .href(WebPath("/types"))) { Strings.WebTimeline.types() } }
            }
        }
    }

    /// Moves a property up or down by one.
    private static func move(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        let editor = await editor(context, id)
        guard editor.phase != .missing else { return await missing(context, editor.missingText) }
        // The buttons are `up:` or `down:` and the property's id.
        let parts = (context.form["move"] ?? "").split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let property = EntityID(parts[1]),
            parts[0] == "up" || parts[0] == "down"
        else { throw WebError.badRequest }
        if let index = editor.properties.firstIndex(where: { $0.id == property }) {
            await editor.moveProperties(
                from: [index],
                to: parts[0] == "up" ? max(0, index - 1) : index + 2
            )
        }
        if editor.problem != nil {
            let page = TypeEditorPage(context: context, form: TypeForm(editor), id: id)
            return await page.response(status: .conflict)
        }
        return .seeOther(path(of: id))
    }

    // MARK: Deletion

    private static func deletionPage(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        let editor = await editor(context, id)
        guard editor.phase != .missing else { return await missing(context, editor.missingText) }
        await editor.askToDelete()
        return await context.page(title: Strings.WebTimeline.deleteType(), area: .timeline) {
            tag(.section, .class("card message")) {
                tag(.h1) { Strings.WebTimeline.deleteType() }
                tag(.p) { editor.deletionWarning ?? editor.problem ?? "" }
                if editor.deletionWarning != nil {
                    tag(.form, .method(.post), .action(path(of: id, "delete")), .class("row")) {
                        context.formToken
                        tag(.button, .class("danger")) { Strings.WebTimeline.deleteType() }
                        tag(.a, .class("button"), .href(path(of: id))) { Strings.Web.cancel() }
                    }
                }
            }
        }
    }

    private static func delete(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        let editor = await editor(context, id)
        guard editor.phase != .missing else { return await missing(context, editor.missingText) }
        await editor.askToDelete()
        guard await editor.confirmDelete() else {
            let page = TypeEditorPage(context: context, form: TypeForm(editor), id: id)
            return await page.response(status: .conflict)
        }
        return .seeOther(WebPath("/types"))
    }
}
