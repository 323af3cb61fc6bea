import Foundation
import SwiftUI

/// A number of a day with its name, and what it means.
struct MetricTile: View {
    private let title: Text
    private let value: Text?
    private let detail: Text?
    private let icon: String
    private let color: Color

    /// Creates a tile; without a value it says that there is no data, which is not zero.
    init(
        _ title: Text,
        value: Text?,
        detail: Text? = nil,
        icon: String,
        color: Color = .accentColor
    ) {
        self.title = title
        self.value = value
        self.detail = detail
        self.icon = icon
        self.color = color
    }

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.xSmall) {
            HStack(spacing: Spacing.xSmall) {
                Image(systemName: icon)
                    .foregroundStyle(color)
                    .accessibilityHidden(true)
                title.font(.detail)
            }
            if let value {
                value.font(.metricValue)
            } else {
                Text("No data")
                    .font(.metricValue)
                    .foregroundStyle(.secondary)
            }
            if let detail { detail.font(.remark).foregroundStyle(.secondary) }
        }
        .padding(Spacing.medium)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(.background.secondary, in: .rect(cornerRadius: Spacing.corner))
        .accessibilityElement(children: .combine)
    }
}

#Preview("A value") {
    MetricTile(
        Text("Steps"),
        value: Text("8,432"),
        detail: Text("1,200 more than usual"),
        icon: "figure.walk",
        color: .green
    )
}

#Preview("No data") {
    MetricTile(Text("Sleep"), value: nil, icon: "bed.double.fill", color: .indigo)
}
