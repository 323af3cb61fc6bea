import HTTPTypes
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

/// The page of an event that does not exist, or was deleted while its form was open.
@MainActor
struct MissingEventPage {
    let context: PageContext
    let id: EntityID

    func response() async throws -> WebResponse {
        let isKnown = try await context.store.read { try $0.entities.isDeleted(id: id) }
        let canRestore = context.deletions.entity(id, of: context.viewer, at: context.now) != nil
        // The ids of an account are not guessable, so that both are the same page.
        return await context.page(
            title: Strings.WebTimeline.missing(),
            area: .timeline,
            status: isKnown || canRestore ? .gone : .notFound
        ) {
            tag(.section, .class("card message")) {
                tag(.h1) { Strings.WebTimeline.missing() }
                tag(.p) { Strings.Editor.missing() }
                if canRestore { restoreForm }
                tag(.p) {
                    tag(.a, .href(WebPath("/timeline"))) { Strings.WebTimeline.toTimeline() }
                }
            }
            if canSaveAsNew {
                newEvent
            } else if let note {
                tag(.section, .class("card")) {
                    tag(.h2) { Strings.WebTimeline.enteredHeading() }
                    tag(.p) { Strings.WebTimeline.enteredNoteText() }
                    tag(.p, .class("note")) { note }
                }
            }
        }
    }

    private var restoreForm: HTML {
        tag(.form, .method(.post), .action(EventPages.path(of: id, "restore"))) {
            context.formToken
            tag(.button, .class("primary")) { Strings.WebTimeline.restore() }
        }
    }

    /// Whether all values of an event were sent; the form of a captured event has only the note.
    private var canSaveAsNew: Bool { context.form[EventForm.Field.startDay] != nil }

    /// The note in the form that was sent; `nil` without a form or a note.
    private var note: String? { context.form.text(EventForm.Field.note) }

    /// The entered values, which can be saved as a new event.
    private var newEvent: HTML {
        tag(.section, .class("card")) {
            tag(.h2) { Strings.WebTimeline.enteredHeading() }
            tag(.p) { Strings.WebTimeline.enteredText() }
            if let note { tag(.p, .class("note")) { note } }
            tag(.form, .method(.post), .action(WebPath("/timeline/new"))) {
                context.formToken
                NewEventID.hiddenField(context)
                for (name, value) in context.form.all
                where !["csrf", "action", NewEventID.field].contains(name)
                    && !name.hasPrefix("was:")
                {
                    tag(.input, .type("hidden"), .name(name), .value(value))
                }
                tag(.button, .class("primary")) { Strings.WebTimeline.saveAsNew() }
            }
        }
    }
}
