import HTTPTypes
import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The form of a new or an existing event type, with the list of its properties.
@MainActor
struct TypeEditorPage {
    let context: PageContext
    let form: TypeForm
    /// The type; `nil` for a new one.
    let id: EntityID?

    private typealias Field = TypeForm.Field
    private var editor: EventTypeEditorViewModel { form.editor }

    func response(status: HTTPResponse.Status = .ok) async -> WebResponse {
        await context.page(title: editor.title, area: .timeline, status: status) {
            tag(.h1) { editor.title }
            if let problem = editor.problem {
                tag(.div, .class("banner bad"), .role("alert")) { tag(.p) { problem } }
            }
            if editor.phase == .ready {
                fields
                if let id { properties(of: id) }
            }
        }
    }

    private var fields: HTML {
        tag(
            .form,
            .method(.post),
            .action(id.map { TypePages.path(of: $0) } ?? WebPath("/types/new")),
            .class("card type-form"),
            .flag(.novalidate)
        ) {
            context.formToken
            if id != nil { FormValues.opened(form.stored) }
            FormField(
                id: "name",
                name: Field.name,
                label: Strings.WebTimeline.name(),
                value: editor.name,
                problem: form.problem(of: Field.name)
            ).input()
            choices(Field.color, Strings.WebTimeline.color()) {
                for color in editor.colors {
                    choice(Field.color, color.id, color.name, color.id == editor.color) {
                        EventSymbol.badge("", color: color.id)
                    }
                }
            }
            choices(Field.icon, Strings.WebTimeline.icon()) {
                for icon in editor.icons {
                    choice(Field.icon, icon.id, icon.name, icon.id == editor.icon) {
                        EventSymbol.plain(icon.id)
                    }
                }
            }
            tag(.div, .class("row")) {
                tag(.button, .class("primary")) { Strings.Web.save() }
                tag(.a, .class("button"), .href(WebPath("/types"))) { Strings.Web.cancel() }
                if let id {
                    tag(.a, .class("button danger"), .href(TypePages.path(of: id, "delete"))) {
                        Strings.WebTimeline.deleteType()
                    }
                }
            }
        }
    }

    private func choices(
        _ name: String,
        _ title: String,
        @HTMLBuilder content: () -> HTML
    ) -> HTML {
        tag(.fieldset) {
            tag(.legend) { title }
            tag(.div, .class("swatches"), content: content)
            if let problem = form.problem(of: name) {
                tag(.p, .class("field-error")) { problem }
            }
        }
    }

    private func choice(
        _ name: String,
        _ value: String,
        _ title: String,
        _ isChosen: Bool,
        @HTMLBuilder picture: () -> HTML
    ) -> HTML {
        tag(.label, .class("picture-choice"), .title(title)) {
            tag(
                .input,
                .type("radio"),
                .name(name),
                .value(value),
                .aria("label", title),
                .flag(.checked, isChosen)
            )
            picture()
        }
    }

    // MARK: Properties

    private func properties(of id: EntityID) -> HTML {
        tag(.section, .class("card"), .aria("labelledby", "details")) {
            tag(.div, .class("row between")) {
                tag(.h2, .id("details")) { Strings.WebTimeline.details() }
                tag(.a, .class("button"), .href(TypePages.path(of: id, "properties", "new"))) {
                    Strings.Editor.newProperty()
                }
            }
            if editor.properties.isEmpty {
                tag(.p, .class("quiet")) { Strings.WebTimeline.noDetails() }
            } else {
                tag(.form, .method(.post), .action(TypePages.path(of: id, "move"))) {
                    context.formToken
                    tag(.ul, .class("events")) {
                        for (index, row) in editor.properties.enumerated() {
                            property(row, index, of: id)
                        }
                    }
                }
            }
        }
    }

    private func property(
        _ row: EventTypeEditorViewModel.PropertyRow,
        _ index: Int,
        of id: EntityID
    ) -> HTML {
        tag(.li, .class("row between"), .data("key", row.id.description)) {
            tag(
                .a,
                .class("event"),
                .href(TypePages.path(of: id, "properties", row.id.description))
            ) {
                tag(.span, .class("what")) {
                    tag(.span, .class("name")) { row.label }
                    tag(.span, .class("detail quiet")) { row.detail }
                }
            }
            tag(.span, .class("row")) {
                if index > 0 {
                    move("up", row, Strings.WebTimeline.moveUp(["name": row.label]), "↑")
                }
                if index < editor.properties.count - 1 {
                    move("down", row, Strings.WebTimeline.moveDown(["name": row.label]), "↓")
                }
            }
        }
    }

    private func move(
        _ direction: String,
        _ row: EventTypeEditorViewModel.PropertyRow,
        _ title: String,
        _ arrow: String
    ) -> HTML {
        tag(
            .button,
            .class("icon"),
            .name("move"),
            .value("\(direction):\(row.id)"),
            .aria("label", title)
        ) { arrow }
    }
}
