import Foundation
import SwiftUI

/// The value of one device.
struct ConflictSide: View {
    let title: String
    let value: String
    let isCurrent: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.xSmall) {
            Text(title).font(.remark).foregroundStyle(.secondary)
            Text(value)
            if isCurrent {
                Label("Current", systemImage: Tone.success.icon)
                    .font(.remark)
                    .foregroundStyle(Tone.success.color)
            } else {
                Text("Replaced").font(.remark).foregroundStyle(.secondary)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .accessibilityElement(children: .combine)
    }
}

#Preview("Current") {
    ConflictSide(title: "This device", value: "“mine”", isCurrent: true)
}

#Preview("Replaced") {
    ConflictSide(title: "Other device", value: "“theirs”", isCurrent: false)
}
