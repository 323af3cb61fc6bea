import SwiftUI
import TrendyAppSupport

/// The types to log with one tap, the latest used first.
struct QuickLogBar: View {
    let model: QuickLogViewModel
    let actions: EventActions

    var body: some View {
        if let problem = model.problem { Banner(Text(problem)) }
        if let text = model.emptyText {
            Text(text).foregroundStyle(.secondary)
        } else {
            ScrollView(.horizontal) {
                HStack(spacing: Spacing.small) {
                    ForEach(model.types) { type in
                        QuickLogButton(
                            name: type.name,
                            icon: type.icon,
                            color: Color(hex: type.color)
                        ) {
                            Task { await actions.log(type.id) }
                        }
                    }
                }
            }
        }
    }
}
