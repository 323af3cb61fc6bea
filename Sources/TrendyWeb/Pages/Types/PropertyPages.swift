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

    /// The maximum number of options in a form; one with more is refused.
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
        return await page(context, editor).response()
    }

    /// The page of an editor that was loaded and not changed.
    private static func page(
        _ context: PageContext,
        _ editor: PropertyEditorViewModel
    ) -> PropertyEditorPage {
        PropertyEditorPage(
            context: context,
            editor: editor,
            stored: PropertyEditorPage.values(of: editor)
        )
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
        // The values in the database, before the entered ones replace them in the editor.
        var page = page(context, editor)
        page.changes = page.stored.compactMap { form.change(of: $0.name, stored: $0.value) }
            .filter { $0.entered != nil }
        try apply(form, to: editor, stored: page.stored)
        guard page.changes.isEmpty else { return await page.response(status: .conflict) }
        guard await editor.save() else {
            if editor.phase == .missing {
                return await TypePages.missing(context, editor.missingText)
            }
            return await page.response(status: .unprocessableContent)
        }
        return .seeOther(TypePages.path(of: try context.id()))
    }

    /// Applies the fields that the person changed.
    private static func apply(
        _ form: FormValues,
        to editor: PropertyEditorViewModel,
        stored: [(name: String, value: String)]
    ) throws {
        let type = form.entered(PropertyEditorPage.Field.type).flatMap(PropertyType.init)
        if editor.canChangeType, let type { editor.type = type }
        for (name, value) in stored where form.isTouched(name, stored: value) {
            guard let entered = form.entered(name) else { continue }
            if name == PropertyEditorPage.Field.label {
                editor.label = entered
                continue
            }
            let lines = entered.split(separator: "\n")
            guard lines.count <= maximumOptions else { throw WebError.tooLarge }
            editor.removeOptions(at: IndexSet(editor.options.indices))
            for line in lines {
                editor.addOption()
                editor.options[editor.options.count - 1].text = String(line)
            }
        }
    }

    private static func delete(_ context: PageContext) async throws -> WebResponse {
        let editor = try await editor(context, isNew: false)
        guard editor.phase != .missing else {
            return await TypePages.missing(context, editor.missingText)
        }
        guard await editor.delete() else {
            return await page(context, editor).response(status: .conflict)
        }
        return .seeOther(TypePages.path(of: try context.id()))
    }
}
