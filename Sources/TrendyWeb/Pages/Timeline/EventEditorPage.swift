import Foundation
import HTTPTypes
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The form of a new or an existing event.
@MainActor
struct EventEditorPage {
    let context: PageContext
    let form: EventForm
    /// The event; `nil` for a new one.
    var id: EntityID?

    private typealias Field = EventForm.Field
    private var editor: EventEditorViewModel { form.editor }

    func response(status: HTTPResponse.Status = .ok) async -> WebResponse {
        let isRead = editor.phase != .loading
        return await context.page(
            title: editor.title,
            area: .timeline,
            status: isRead ? status : .serviceUnavailable
        ) {
            tag(.h1) { editor.title }
            if let problem = editor.problem {
                tag(.div, .class("banner bad"), .role("alert")) { tag(.p) { problem } }
            }
            if isRead {
                EventComparison(form: form, id: id).html
                content
            }
        }
    }

    @HTMLBuilder private var content: HTML {
        if let text = editor.sourceText {
            tag(.div, .class("banner")) { tag(.p) { text } }
        }
        tag(
            .form,
            .method(.post),
            .action(id.map { EventPages.path(of: $0) } ?? WebPath("/timeline/new")),
            .class("card stack editor"),
            .flag(.novalidate)
        ) {
            context.formToken
            context.backField(back)
            if id == nil {
                NewEventID.hiddenField(context)
            } else {
                FormValues.opened(form.stored)
            }
            if editor.canEditTimes { fields } else { capturedTimes }
            FormField(
                id: "note",
                name: Field.note,
                label: Strings.WebTimeline.note(),
                value: form.value(Field.note),
                problem: editor.noteProblem
            ).area()
            tag(.div, .class("row")) {
                tag(.button, .class("primary")) {
                    form.changes.isEmpty ? Strings.Web.save() : Strings.WebTimeline.saveMine()
                }
                tag(.a, .class("button"), .href(back)) { Strings.Web.cancel() }
            }
        }
        if let id { deletion(id) }
    }

    private var back: WebPath { context.timelinePath }

    // MARK: Fields

    @HTMLBuilder private var fields: HTML {
        tag(.div, .class("row type-row")) {
            FormField(
                id: "type",
                name: Field.type,
                label: Strings.WebTimeline.type(),
                value: form.value(Field.type),
                problem: form.problems[Field.type] ?? editor.typeProblem
            ).choice(types)
            tag(.button, .name("action"), .value("type")) { Strings.WebTimeline.applyType() }
        }
        tag(.fieldset) {
            tag(.legend) { Strings.WebTimeline.times() }
            FormField(
                id: "all-day",
                name: Field.allDay,
                label: Strings.Time.allDay(),
                value: form.value(Field.allDay)
            ).box()
            tag(.div, .class("row times")) {
                field(Field.startDay, Strings.WebTimeline.startDay()).input("date")
                field(Field.startTime, Strings.WebTimeline.startTime()).input("time")
            }
            tag(.div, .class("row times")) {
                field(Field.endDay, Strings.WebTimeline.endDay(), editor.endProblem).input("date")
                field(Field.endTime, Strings.WebTimeline.endTime()).input("time")
            }
            tag(.p, .class("quiet small")) {
                if let duration = editor.durationText { duration + " · " }
                Strings.WebTimeline.timesHint(["zone": editor.timeZone.identifier])
            }
        }
        properties
    }

    private var types: [(value: String, title: String)] {
        let choices = editor.types.map { (value: $0.id.description, title: $0.name) }
        return editor.typeID == nil || form.value(Field.type).isEmpty
            ? [("", Strings.WebTimeline.choose())] + choices : choices
    }

    private func field(_ name: String, _ label: String, _ problem: String? = nil) -> FormField {
        FormField(
            id: name,
            name: name,
            label: label,
            value: form.value(name),
            problem: form.problems[name] ?? problem
        )
    }

    @HTMLBuilder private var properties: HTML {
        let drafts = editor.properties
        if !drafts.isEmpty {
            tag(.fieldset) {
                tag(.legend) { Strings.WebTimeline.details() }
                for (index, draft) in drafts.enumerated() {
                    EventPropertyField(form: form, draft: draft, index: index).html
                }
            }
        }
    }

    /// What is known about an event whose times cannot be edited.
    private var capturedTimes: HTML {
        tag(.dl, .class("facts")) {
            tag(.dt) { Strings.WebTimeline.type() }
            tag(.dd) { editor.types.first { $0.id == editor.typeID }?.name ?? "" }
            tag(.dt) { Strings.WebTimeline.starts() }
            tag(.dd) { context.formats.dayAndTime(Instant(editor.start)) }
            if editor.hasEnd {
                tag(.dt) { Strings.WebTimeline.ends() }
                tag(.dd) { context.formats.dayAndTime(Instant(editor.end)) }
            }
        }
    }

    private func deletion(_ id: EntityID) -> HTML {
        tag(.form, .method(.post), .action(EventPages.path(of: id, "delete"))) {
            context.formToken
            context.backField(back)
            tag(.button, .class("danger")) { Strings.WebTimeline.delete() }
        }
    }
}
