import HTTPTypes
import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The form of a new or an existing property of an event type.
@MainActor
struct PropertyEditorPage {
    let context: PageContext
    let editor: PropertyEditorViewModel
    /// The values in the database by name.
    let stored: [(name: String, value: String)]
    /// The fields that the person and another browser or device changed.
    var changes: [FormValues.Change] = []

    /// The names of the fields.
    enum Field {
        static let label = "label"
        static let type = "type"
        static let options = "options"
    }

    /// The editor's label, and its options where the form has them.
    static func values(
        of editor: PropertyEditorViewModel
    ) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = [(Field.label, editor.label)]
        if hasOptions(editor) { values.append((Field.options, options(of: editor))) }
        return values
    }

    private static func hasOptions(_ editor: PropertyEditorViewModel) -> Bool {
        editor.canChangeType || editor.showsOptions
    }

    /// The options, one a line.
    private static func options(of editor: PropertyEditorViewModel) -> String {
        editor.options.map(\.text).joined(separator: "\n")
    }

    func response(status: HTTPResponse.Status = .ok) async -> WebResponse {
        let id = context.parameters["id"] ?? ""
        return await context.page(title: editor.title, area: .timeline, status: status) {
            tag(.h1) { editor.title }
            if let problem = editor.problem {
                tag(.div, .class("banner bad"), .role("alert")) { tag(.p) { problem } }
            }
            if editor.phase == .ready {
                fields(back: WebPath(parts: ["types", id]))
                if !editor.isNew { deletion }
            }
        }
    }

    private func fields(back: WebPath) -> HTML {
        tag(
            .form,
            .method(.post),
            .action(action()),
            .class("card stack"),
            .flag(.novalidate)
        ) {
            context.formToken
            if !editor.isNew { FormValues.opened(stored) }
            FormField(
                id: "label",
                name: Field.label,
                label: Strings.WebTimeline.name(),
                value: editor.label,
                problem: changeText(Field.label) ?? editor.labelProblem
            ).input()
            if editor.canChangeType {
                types
            } else {
                tag(.p, .class("quiet")) {
                    editor.types.first { $0.id == editor.type }?.name ?? ""
                }
            }
            if Self.hasOptions(editor) {
                FormField(
                    id: "options",
                    name: Field.options,
                    label: Strings.WebTimeline.options(),
                    value: Self.options(of: editor),
                    problem: changeText(Field.options) ?? editor.optionsProblem,
                    hint: Strings.WebTimeline.optionsHint()
                ).area(rows: 5)
            }
            tag(.div, .class("row")) {
                tag(.button, .class("primary")) { Strings.Web.save() }
                tag(.a, .class("button"), .href(back)) { Strings.Web.cancel() }
            }
        }
    }

    /// What a field was changed to meanwhile; `nil` when it was not.
    private func changeText(_ name: String) -> String? {
        guard let change = changes.first(where: { $0.name == name }) else { return nil }
        let value = change.stored.split(separator: "\n").joined(separator: ", ")
        return Strings.WebTimeline.changedTo(["value": value])
    }

    private var types: HTML {
        tag(.fieldset) {
            tag(.legend) { Strings.WebTimeline.kindOfValue() }
            for type in editor.types {
                tag(.label, .class("inline kind")) {
                    tag(
                        .input,
                        .type("radio"),
                        .name(Field.type),
                        .value(type.id.rawValue),
                        .flag(.checked, type.id == editor.type)
                    )
                    tag(.span) {
                        tag(.strong) { type.name }
                        tag(.span, .class("quiet")) { " " + type.explanation }
                    }
                }
            }
        }
    }

    private var deletion: HTML {
        tag(.form, .method(.post), .action(action("delete"))) {
            context.formToken
            tag(.p, .class("quiet small")) { Strings.WebTimeline.deleteDetailWhy() }
            tag(.button, .class("danger")) { Strings.WebTimeline.deleteDetail() }
        }
    }

    private func action(_ last: String? = nil) -> WebPath {
        let property = editor.isNew ? "new" : context.parameters["property"] ?? ""
        return WebPath(
            parts: ["types", context.parameters["id"] ?? "", "properties", property]
                + [last].compactMap(\.self)
        )
    }
}
