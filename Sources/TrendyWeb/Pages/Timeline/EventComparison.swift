import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// What is stored now beside what the person entered, when an event changed while its form was
/// open.
@MainActor
struct EventComparison {
    let form: EventForm
    let id: EntityID?

    private typealias Field = EventForm.Field

    @HTMLBuilder var html: HTML {
        if let id, !form.changes.isEmpty {
            tag(.section, .class("banner warning"), .role("alert"), .id("changed")) {
                tag(.h2) { Strings.WebTimeline.changed() }
                tag(.p) { Strings.WebTimeline.changedText() }
                tag(.div, .class("scroll")) { table }
                tag(.p) {
                    tag(.a, .class("button"), .href(EventPages.path(of: id))) {
                        Strings.WebTimeline.keepStored()
                    }
                }
            }
        }
    }

    private var table: HTML {
        tag(.table) {
            tag(.caption) { Strings.WebTimeline.changedCaption() }
            tag(.thead) {
                tag(.tr) {
                    tag(.th, .scope("col")) { Strings.WebTimeline.field() }
                    tag(.th, .scope("col")) { Strings.WebTimeline.stored() }
                    tag(.th, .scope("col")) { Strings.WebTimeline.entered() }
                }
            }
            tag(.tbody) {
                for change in form.changes {
                    tag(.tr) {
                        tag(.th, .scope("row")) { label(of: change.name) }
                        tag(.td) { text(change.stored, of: change.name) }
                        tag(.td) {
                            change.entered.map { text($0, of: change.name) }
                                ?? Strings.WebTimeline.notEntered()
                        }
                    }
                }
            }
        }
    }

    private func text(_ value: String, of name: String) -> String {
        switch name {
        case Field.type:
            form.editor.types.first { $0.id.description == value }?.name
                ?? Strings.WebTimeline.noValue()
        case Field.allDay: value.isEmpty ? Strings.Values.no() : Strings.Values.yes()
        default: value.isEmpty ? Strings.WebTimeline.noValue() : value
        }
    }

    private func label(of name: String) -> String {
        switch name {
        case Field.type: return Strings.WebTimeline.type()
        case Field.allDay: return Strings.Time.allDay()
        case Field.startDay: return Strings.WebTimeline.startDay()
        case Field.startTime: return Strings.WebTimeline.startTime()
        case Field.endDay: return Strings.WebTimeline.endDay()
        case Field.endTime: return Strings.WebTimeline.endTime()
        case Field.note: return Strings.WebTimeline.note()
        default:
            let key = String(name.split(separator: ":", maxSplits: 1).last ?? "")
            return form.editor.properties.first { $0.id == key }?.label ?? key
        }
    }
}
