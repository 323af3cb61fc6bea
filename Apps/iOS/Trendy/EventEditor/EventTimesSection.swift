import Foundation
import SwiftUI

/// When an entry happened: all day or with times, with or without an end.
struct EventTimesSection: View {
    @Binding var isAllDay: Bool
    @Binding var start: Date
    @Binding var hasEnd: Bool
    @Binding var end: Date
    let durationText: String?
    let problem: String?

    var body: some View {
        Section {
            Toggle("All day", isOn: $isAllDay)
            DatePicker(selection: $start, displayedComponents: components) {
                isAllDay ? Text("First day") : Text("Starts")
            }
            Toggle(isOn: $hasEnd) { isAllDay ? Text("Several days") : Text("With an end") }
            if hasEnd {
                DatePicker(selection: $end, displayedComponents: components) {
                    isAllDay ? Text("Last day") : Text("Ends")
                }
            }
            FormFieldError(problem)
            if let durationText { Text(durationText).foregroundStyle(.secondary) }
        }
    }

    private var components: DatePickerComponents {
        isAllDay ? [.date] : [.date, .hourAndMinute]
    }
}

#Preview("A moment") {
    Form {
        EventTimesSection(
            isAllDay: .constant(false),
            start: .constant(Date(timeIntervalSince1970: 1_768_487_400)),
            hasEnd: .constant(false),
            end: .constant(Date(timeIntervalSince1970: 1_768_491_000)),
            durationText: nil,
            problem: nil
        )
    }
}

#Preview("Several days, the last before the first") {
    Form {
        EventTimesSection(
            isAllDay: .constant(true),
            start: .constant(Date(timeIntervalSince1970: 1_768_487_400)),
            hasEnd: .constant(true),
            end: .constant(Date(timeIntervalSince1970: 1_768_400_000)),
            durationText: nil,
            problem: "The end is before the start."
        )
    }
}
