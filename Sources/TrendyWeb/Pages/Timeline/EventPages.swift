import HTTPTypes
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

/// The pages of one event: new, edit, delete, undo.
@MainActor
enum EventPages {
    nonisolated static let routes: [WebRoute] = [
        .get("/timeline/new") { try await newPage($0) },
        .post("/timeline/new") { try await create($0) },
        .get("/timeline/{id}") { try await editPage($0) },
        .post("/timeline/{id}") { try await edit($0) },
        .post("/timeline/{id}/delete") { try await delete($0) },
        .post("/timeline/{id}/restore") { try await restore($0) },
    ]

    /// How often an edit is compared again with an event that changes all the time.
    private static let maximumAttempts = 3

    /// The maximum length of the page to return to in the links of a list.
    nonisolated private static let maximumBackBytes = 300

    /// The address of an event, or of an action on it.
    nonisolated static func path(of id: EntityID, _ action: String? = nil) -> WebPath {
        WebPath(parts: ["timeline", id.description] + [action].compactMap(\.self))
    }

    /// The address of an event, from which a form returns to a page of the timeline.
    ///
    /// A long address, as of a filter by many types, is left out, because each row of a list has it.
    nonisolated static func path(of id: EntityID, back: WebPath) -> WebPath {
        back == WebPath("/timeline") || back.text.utf8.count > maximumBackBytes
            ? path(of: id)
            : WebPath(parts: ["timeline", id.description], ["back": back.text])
    }

    private static func editor(
        _ context: PageContext,
        event: EntityID? = nil,
        type: EntityID? = nil
    ) async -> EventEditorViewModel {
        let editor = EventEditorViewModel(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats,
            actions: EventActions(
                store: context.store,
                dependencies: context.dependencies,
                formats: context.formats
            ),
            event: event,
            type: type
        )
        await editor.load()
        return editor
    }

    // MARK: New

    private static func newPage(_ context: PageContext) async throws -> WebResponse {
        let type = context.query.text("type").flatMap { EntityID($0) }
        let editor = await editor(context, type: type)
        guard let type, editor.types.contains(where: { $0.id == type }) else {
            return await EventTypePage(context: context, types: editor.types).response()
        }
        return await EventEditorPage(context: context, form: EventForm(editor)).response()
    }

    private static func create(_ context: PageContext) async throws -> WebResponse {
        let newID = NewEventID.id(context)
        let isTypeChange = context.form["action"] == "type"
        let existing = try await context.store.read { try $0.entities.fetch(id: newID) }
        if existing?.kind == .event, !isTypeChange {
            return .seeOther(context.timelinePath(.logged, newID))
        }
        let type = context.form.text(EventForm.Field.type).flatMap { EntityID($0) }
        let editor = await editor(context, type: type)
        editor.newID = newID
        var form = EventForm(editor)
        form.apply(FormValues(context.form))
        let page = EventEditorPage(context: context, form: form)
        if isTypeChange { return await page.response() }
        guard form.isComplete, await editor.save(), case .saved(let id) = editor.phase else {
            return await page.response(status: .unprocessableContent)
        }
        return .seeOther(context.timelinePath(.logged, id))
    }

    // MARK: Edit

    private static func editPage(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        let isUpdated = try await context.store.read {
            try !$0.entities.remotelyUpdated(among: [id]).isEmpty
        }
        // Only when there is a mark, because each write updates all open pages.
        if isUpdated { try await context.store.write { try $0.entities.markSeen(id) } }
        let editor = await editor(context, event: id)
        guard editor.phase != .missing else {
            return try await MissingEventPage(context: context, id: id).response()
        }
        return await EventEditorPage(context: context, form: EventForm(editor), id: id)
            .response()
    }

    private static func edit(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        for _ in 0..<maximumAttempts {
            let editor = await editor(context, event: id)
            editor.requiresUnchanged = true
            guard editor.phase != .missing else {
                return try await MissingEventPage(context: context, id: id).response()
            }
            var form = EventForm(editor)
            form.apply(FormValues(context.form))
            let page = EventEditorPage(context: context, form: form, id: id)
            guard form.changes.isEmpty else { return await page.response(status: .conflict) }
            if context.form["action"] == "type" { return await page.response() }
            guard form.isComplete else {
                return await page.response(status: .unprocessableContent)
            }
            if await editor.save() { return .seeOther(context.timelinePath(.saved, id)) }
            if editor.phase == .ready, !editor.isOutdated {
                return await page.response(status: .unprocessableContent)
            }
        }
        throw WebError.unavailable
    }

    // MARK: Delete and undo

    private static func delete(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        guard try await context.store.read({ try $0.entities.fetch(id: id) })?.kind == .event,
            let deleted = try await DeleteEvent(store: context.store)(id)
        else { return try await MissingEventPage(context: context, id: id).response() }
        context.deletions.add(deleted, of: context.viewer, at: context.now)
        return .seeOther(context.timelinePath(.deleted, id))
    }

    private static func restore(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        guard let entity = context.deletions.entity(id, of: context.viewer, at: context.now)
        else {
            let exists = try await context.store.read { try $0.entities.fetch(id: id) } != nil
            guard !exists else { return .seeOther(path(of: id)) }
            throw WebError(
                status: .gone,
                title: Strings.WebTimeline.notRestored(),
                text: Strings.WebTimeline.notRestoredText()
            )
        }
        try await RestoreEvent(store: context.store)(entity)
        context.deletions.remove(id, of: context.viewer)
        return .seeOther(context.timelinePath(.restored, id))
    }
}
