import HTTPTypes
import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The form of a new or an existing property of an event type.
@MainActor
struct PropertyEditorPage {
    let context: PageContext
    let editor: PropertyEditorViewModel

    /// The label and the options, one a line, as the form shows them.
    static func stored(
        _ editor: PropertyEditorViewModel
    ) -> [(name: String, value: String)] {
        [
            ("label", editor.label),
            ("options", editor.options.map(\.text).joined(separator: "\n")),
        ]
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
        let values = Self.stored(editor)
        return tag(
            .form,
            .method(.post),
            .action(action()),
            .class("card stack"),
            .flag(.novalidate)
        ) {
            context.formToken
            FormField(
                id: "label",
                name: "label",
                label: Strings.WebTimeline.name(),
                value: values[0].value,
                problem: editor.labelProblem
            ).input()
            if editor.canChangeType {
                types
            } else {
                tag(.p, .class("quiet")) {
                    editor.types.first { $0.id == editor.type }?.name ?? ""
                }
            }
            if editor.canChangeType || editor.showsOptions {
                FormField(
                    id: "options",
                    name: "options",
                    label: Strings.WebTimeline.options(),
                    value: values[1].value,
                    problem: editor.optionsProblem,
                    hint: Strings.WebTimeline.optionsHint()
                ).area(rows: 5)
            }
            tag(.div, .class("row")) {
                tag(.button, .class("primary")) { Strings.Web.save() }
                tag(.a, .class("button"), .href(back)) { Strings.Web.cancel() }
            }
        }
    }

    private var types: HTML {
        tag(.fieldset) {
            tag(.legend) { Strings.WebTimeline.kindOfValue() }
            for type in editor.types {
                tag(.label, .class("inline kind")) {
                    tag(
                        .input,
                        .type("radio"),
                        .name("type"),
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
