import SwiftUI

/// A health metric in the list: its state, what is wrong, and what may be normal.
struct HealthRow: View {
    let item: HealthItem

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.xSmall) {
            Row(
                Text(item.title),
                detail: Text(item.state),
                icon: item.icon,
                color: item.isOn ? .accentColor : .secondary
            )
            ForEach(item.problems, id: \.self) { FormFieldError($0) }
            ForEach(item.remarks, id: \.self) { Remark(Text($0)) }
            if let progress = item.importProgress {
                ProgressView(value: progress) { Text("Importing history").font(.remark) }
            }
        }
    }
}

#Preview("On") {
    if let item = HealthItem.example() { HealthRow(item: item) }
}

#Preview("Failed") {
    if let item = HealthItem.example(problems: ["It could not be read."]) { HealthRow(item: item) }
}

#Preview("Silent") {
    if let item = HealthItem.example(remarks: ["No data for 3 days."]) { HealthRow(item: item) }
}

#Preview("Importing") {
    if let item = HealthItem.example(importProgress: 0.4) { HealthRow(item: item) }
}
