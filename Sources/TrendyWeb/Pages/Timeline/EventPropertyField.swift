import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The control of a property in the form of an event.
@MainActor
struct EventPropertyField {
    let form: EventForm
    let draft: PropertyDraft
    /// The position in the form, for the ids of the controls.
    let index: Int

    private typealias Field = EventForm.Field

    @HTMLBuilder var html: HTML {
        if draft.isEditable {
            control
        } else {
            tag(.div, .class("field")) {
                tag(.strong) { draft.label }
                tag(.p, .class("quiet small")) { draft.problem ?? Strings.Editor.notEditable() }
            }
        }
    }

    private var control: HTML {
        switch draft.type {
        case .text: value.area(rows: 2)
        case .number: value.input("text", .set(.inputmode, "decimal"))
        case .duration: value.input("text", .set(.inputmode, "decimal"))
        case .url: value.input("text", .set(.inputmode, "url"))
        case .email: value.input("text", .set(.inputmode, "email"))
        case .boolean:
            value.choice([
                ("", Strings.WebTimeline.noValue()), ("yes", Strings.Values.yes()),
                ("no", Strings.Values.no()),
            ])
        case .select:
            value.choice(
                [("", Strings.WebTimeline.noValue())] + draft.options.map { ($0, $0) }
            )
        case .date:
            tag(.div, .class("row times")) {
                field(Field.day, "day", Strings.WebTimeline.dayOf(["name": draft.label]))
                    .input("date")
                field(Field.time, "time", Strings.WebTimeline.timeOf(["name": draft.label]))
                    .input("time")
            }
        }
    }

    private var value: FormField {
        let unit = draft.unit.map { " (\($0))" } ?? ""
        return field(Field.value, "value", draft.label + unit)
    }

    private func field(_ prefix: String, _ part: String, _ label: String) -> FormField {
        let name = prefix + draft.id
        let isFirst = prefix != Field.time
        return FormField(
            id: "property-\(index)-\(part)",
            name: name,
            label: label,
            value: form.value(name),
            problem: form.problems[name] ?? (isFirst ? draft.problem : nil)
        )
    }
}
