import Foundation
import SwiftUI

/// The field of a date that may be unknown and may have a time of day.
struct DateField: View {
    let label: String
    @Binding var isSet: Bool
    @Binding var date: Date
    @Binding var hasTime: Bool

    var body: some View {
        Toggle(label, isOn: $isSet)
        if isSet {
            DatePicker(
                "Date",
                selection: $date,
                displayedComponents: hasTime ? [.date, .hourAndMinute] : [.date]
            )
            Toggle("With a time", isOn: $hasTime)
        }
    }
}

#Preview("Unknown") {
    Form {
        DateField(
            label: "Best before",
            isSet: .constant(false),
            date: .constant(Date(timeIntervalSince1970: 1_768_487_400)),
            hasTime: .constant(false)
        )
    }
}

#Preview("With a time") {
    Form {
        DateField(
            label: "Best before",
            isSet: .constant(true),
            date: .constant(Date(timeIntervalSince1970: 1_768_487_400)),
            hasTime: .constant(true)
        )
    }
}
