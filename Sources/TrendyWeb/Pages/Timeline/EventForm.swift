import Foundation
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The form of an event: the editor's values as texts, and what a person entered applied to it.
@MainActor
struct EventForm {
    /// The names of the fields; those of a property are prefixes of its key.
    enum Field {
        static let type = "type"
        static let allDay = "all-day"
        static let startDay = "start-day"
        static let startTime = "start-time"
        static let endDay = "end-day"
        static let endTime = "end-time"
        static let note = "note"
        static let value = "value:"
        static let day = "day:"
        static let time = "time:"
    }

    let editor: EventEditorViewModel
    /// The values in the database by name, in the order of the form.
    private(set) var stored: [(name: String, value: String)] = []
    /// The texts that a person entered and the editor cannot take, by name.
    private(set) var refused: [String: String] = [:]
    /// What is wrong with the fields, by name.
    private(set) var problems: [String: String] = [:]
    /// The fields that changed in the database since the form was opened.
    private(set) var changes: [FormValues.Change] = []

    private var clock: LocalClock { LocalClock(timeZone: editor.timeZone) }

    /// Creates the form of an editor that was loaded.
    init(_ editor: EventEditorViewModel) {
        self.editor = editor
        stored = values
    }

    /// The value to show in a field.
    func value(_ name: String) -> String {
        refused[name] ?? values.first { $0.name == name }?.value ?? ""
    }

    /// Whether the editor has all entered values.
    var isComplete: Bool { refused.isEmpty }

    /// The editor's values by name.
    private var values: [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        if editor.canEditTimes {
            values = [
                (Field.type, editor.typeID?.description ?? ""),
                (Field.allDay, editor.isAllDay ? "1" : ""),
                (Field.startDay, clock.day(of: editor.start)),
                (Field.startTime, editor.isAllDay ? "" : clock.time(of: editor.start)),
                (Field.endDay, editor.hasEnd ? clock.day(of: editor.end) : ""),
                (
                    Field.endTime,
                    editor.hasEnd && !editor.isAllDay ? clock.time(of: editor.end) : ""
                ),
            ]
            values += editor.properties.filter(\.isEditable).flatMap(texts)
        }
        values.append((Field.note, editor.note))
        return values
    }

    private func texts(of draft: PropertyDraft) -> [(name: String, value: String)] {
        switch draft.type {
        case .boolean:
            return [(Field.value + draft.id, draft.isSet ? (draft.isOn ? "yes" : "no") : "")]
        case .date:
            let time = draft.isSet && draft.hasTime ? clock.time(of: draft.date) : ""
            return [
                (Field.day + draft.id, draft.isSet ? clock.day(of: draft.date) : ""),
                (Field.time + draft.id, time),
            ]
        default: return [(Field.value + draft.id, draft.text)]
        }
    }

    // MARK: Entered values

    /// Applies the fields that the person changed, and compares the others with what the form was
    /// opened with.
    mutating func apply(_ form: FormValues) {
        if editor.canEditTimes {
            applyType(form)
            applyTimes(form)
            applyProperties(form)
        }
        compare(form)
        if form.isTouched(Field.note, stored: editor.note), let note = form.entered(Field.note) {
            editor.note = note
        }
    }

    private func stored(_ name: String) -> String {
        stored.first { $0.name == name }?.value ?? ""
    }

    private mutating func compare(_ form: FormValues) {
        changes = stored.compactMap { form.change(of: $0.name, stored: $0.value) }
    }

    private mutating func applyType(_ form: FormValues) {
        guard form.isTouched(Field.type, stored: stored(Field.type)),
            let text = form.entered(Field.type)
        else { return }
        let id = EntityID(text)
        guard let id, editor.types.contains(where: { $0.id == id }) else {
            refused[Field.type] = ""
            problems[Field.type] = Strings.Editor.chooseType()
            return
        }
        editor.typeID = id
        // The properties of another type are fields that the form did not have.
        let known = Set(stored.map(\.name))
        stored += values.filter { !known.contains($0.name) }
    }

    private mutating func applyTimes(_ form: FormValues) {
        let names = [
            Field.allDay, Field.startDay, Field.startTime, Field.endDay, Field.endTime,
        ]
        guard form.entered(Field.startDay) != nil else { return }
        var texts: [String: String] = [:]
        for name in names {
            // A box that is not ticked is not sent, and a new event has no hash of it.
            let isUnticked = name == Field.allDay && form.entered(name) == nil
            let isTouched = form.isTouched(name, stored: stored(name))
            texts[name] = isUnticked ? "" : isTouched ? form.entered(name) : stored(name)
        }
        guard names.contains(where: { texts[$0] != stored($0) }) else { return }
        // The editor moves the end along with the start.
        let end = editor.end
        editor.isAllDay = texts[Field.allDay] == "1"
        applyStart(texts)
        applyEnd(texts, end)
    }

    private mutating func applyStart(_ texts: [String: String]) {
        let (day, time) = (texts[Field.startDay] ?? "", texts[Field.startTime] ?? "")
        let isSame = day == stored(Field.startDay) && time == stored(Field.startTime)
        // The stored start has seconds, which the form does not show.
        guard !isSame || (time.isEmpty && !editor.isAllDay) else { return }
        if let date = date(day, time, Field.startDay, Field.startTime) { editor.start = date }
    }

    private mutating func applyEnd(_ texts: [String: String], _ end: Date) {
        var (day, time) = (texts[Field.endDay] ?? "", texts[Field.endTime] ?? "")
        editor.hasEnd = !day.isEmpty || (!time.isEmpty && !editor.isAllDay)
        guard editor.hasEnd else { return }
        let isSame = day == stored(Field.endDay) && time == stored(Field.endTime)
        if isSame, !time.isEmpty || editor.isAllDay {
            editor.end = end
            return
        }
        if day.isEmpty { day = texts[Field.startDay] ?? "" }
        if editor.isAllDay { time = "" }
        if let date = date(day, time, Field.endDay, Field.endTime) { editor.end = date }
    }

    /// The instant of an entered day and time; `nil` when one of them is none, which is reported.
    private mutating func date(
        _ day: String,
        _ time: String,
        _ dayName: String,
        _ timeName: String
    ) -> Date? {
        if CalendarDay(day) == nil { problems[dayName] = Strings.WebTimeline.invalidDay() }
        if !editor.isAllDay, !LocalClock.isTime(time) {
            problems[timeName] = Strings.WebTimeline.invalidTime()
        }
        let date =
            editor.isAllDay ? clock.start(ofDay: day) : clock.date(day: day, time: time)
        // Both are shown again as they were entered.
        if date == nil { (refused[dayName], refused[timeName]) = (day, time) }
        return date
    }

    private mutating func applyProperties(_ form: FormValues) {
        var drafts = editor.properties
        for index in drafts.indices where drafts[index].isEditable {
            let names = texts(of: drafts[index]).map(\.name)
            guard names.contains(where: { form.isTouched($0, stored: stored($0)) }) else {
                continue
            }
            let texts = names.map { name in
                form.isTouched(name, stored: stored(name))
                    ? form.entered(name) ?? "" : stored(name)
            }
            apply(texts, names, to: &drafts[index])
        }
        editor.properties = drafts
    }

    private mutating func apply(
        _ texts: [String],
        _ names: [String],
        to draft: inout PropertyDraft
    ) {
        switch draft.type {
        case .boolean:
            (draft.isSet, draft.isOn) = (!texts[0].isEmpty, texts[0] == "yes")
        case .date:
            let (day, time) = (texts[0], texts[1])
            draft.isSet = !day.isEmpty || !time.isEmpty
            draft.hasTime = !time.isEmpty
            guard draft.isSet else { return }
            let date = time.isEmpty ? clock.start(ofDay: day) : clock.date(day: day, time: time)
            if let date {
                draft.date = date
                return
            }
            (refused[names[0]], refused[names[1]]) = (day, time)
            if CalendarDay(day) == nil { problems[names[0]] = Strings.WebTimeline.invalidDay() }
            if !time.isEmpty, !LocalClock.isTime(time) {
                problems[names[1]] = Strings.WebTimeline.invalidTime()
            }
        default: draft.text = texts[0]
        }
    }
}
