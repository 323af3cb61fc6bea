import SwiftUI
import TrendyAppSupport

/// An entry of the timeline: type, time, value or note, source and sync state.
struct EventRow: View {
    let title: String
    let time: String
    var detail: String?
    var source: String
    var icon: String
    var color: Color
    var marks: [EventMark] = []

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.xSmall) {
            Row(
                Text(title),
                detail: detail.map { Text($0) },
                value: Text(time),
                icon: icon,
                color: color
            )
            Text(source)
                .font(.remark)
                .foregroundStyle(.secondary)
            ForEach(marks) { mark in
                StateBadge(Text(mark.text), tone: mark.tone, icon: mark.icon)
            }
        }
        .frame(minHeight: Spacing.minimumTarget)
        .accessibilityElement(children: .combine)
    }
}

extension EventRow {
    /// Creates the row of an event.
    init(_ row: TimelineRow) {
        self.init(
            title: row.title,
            time: row.time,
            detail: row.detail,
            source: row.source,
            icon: row.icon,
            color: Color(hex: row.color),
            marks: EventMark.marks(of: row)
        )
    }
}

#Preview("Synced") {
    EventRow(
        title: "Coffee",
        time: "09:12",
        detail: "With milk",
        source: "Entered by you",
        icon: "cup.and.saucer.fill",
        color: .brown
    )
}

#Preview("All marks") {
    EventRow(
        title: "Run",
        time: "07:00–07:45",
        source: "Apple Health",
        icon: "figure.run",
        color: .orange,
        marks: [
            EventMark(kind: .pending, text: "Not sent yet"),
            EventMark(kind: .failed, text: "Could not be sent"),
            EventMark(kind: .updated, text: "Updated on another device"),
            EventMark(kind: .unreadable, text: "The notes cannot be read by this version."),
        ]
    )
}
