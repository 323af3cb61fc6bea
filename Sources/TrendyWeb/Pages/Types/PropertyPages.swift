import Foundation
import HTTPTypes
import TrendyAppSupport
import TrendyLocalization
import TrendyModel
import TrendyStore

/// The pages of one property of an event type.
@MainActor
enum PropertyPages {
    nonisolated static let routes: [WebRoute] = [
        .get("/types/{id}/properties/new") { try await page($0, isNew: true) },
        .post("/types/{id}/properties/new") { try await save($0, isNew: true) },
        .get("/types/{id}/properties/{property}") { try await page($0) },
        .post("/types/{id}/properties/{property}") { try await save($0) },
        .post("/types/{id}/properties/{property}/delete") { try await delete($0) },
    ]

    /// The maximum number of options that a form is read for.
    private static let maximumOptions = 500

    private static func editor(
        _ context: PageContext,
        isNew: Bool
    ) async throws -> PropertyEditorViewModel {
        let type = try context.id()
        guard try await context.store.read({ try $0.entities.fetch(id: type) })?.kind == .eventType
        else { throw WebError.notFound }
        let editor = PropertyEditorViewModel(
            store: context.store,
            dependencies: context.dependencies,
            type: type,
            property: isNew ? nil : try context.id("property")
        )
        await editor.load()
        return editor
    }

    private static func page(
        _ context: PageContext,
        isNew: Bool = false
    ) async throws -> WebResponse {
        let editor = try await editor(context, isNew: isNew)
        guard editor.phase != .missing else {
            return await TypePages.missing(context, editor.missingText)
        }
        return await PropertyEditorPage(context: context, editor: editor).response()
    }

    private static func save(
        _ context: PageContext,
        isNew: Bool = false
    ) async throws -> WebResponse {
        let editor = try await editor(context, isNew: isNew)
        guard editor.phase != .missing else {
            return await TypePages.missing(context, editor.missingText)
        }
        let form = FormValues(context.form)
        let stored = PropertyEditorPage.stored(editor)
        if form.isTouched("label", stored: stored[0].value), let label = form.entered("label") {
            editor.label = label
        }
        if editor.canChangeType, let type = form.entered("type").flatMap(PropertyType.init) {
            editor.type = type
        }
        if form.isTouched("options", stored: stored[1].value),
            let text = form.entered("options")
        {
            let lines = text.split(separator: "\n").prefix(maximumOptions)
            editor.removeOptions(at: IndexSet(editor.options.indices))
            for line in lines {
                editor.addOption()
                editor.options[editor.options.count - 1].text = String(line)
            }
        }
        let page = PropertyEditorPage(context: context, editor: editor)
        guard await editor.save() else {
            if editor.phase == .missing {
                return await TypePages.missing(context, editor.missingText)
            }
            return await page.response(status: .unprocessableContent)
        }
        return .seeOther(TypePages.path(of: try context.id()))
    }

    private static func delete(_ context: PageContext) async throws -> WebResponse {
        let editor = try await editor(context, isNew: false)
        guard editor.phase != .missing else {
            return await TypePages.missing(context, editor.missingText)
        }
        guard await editor.delete() else {
            return await PropertyEditorPage(context: context, editor: editor)
                .response(status: .conflict)
        }
        return .seeOther(TypePages.path(of: try context.id()))
    }
}
