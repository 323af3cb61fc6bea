import Foundation
import SwiftUI

/// A surface that groups what belongs together, with an optional title.
struct Card<Content: View>: View {
    private let title: Text?
    private let content: Content

    /// Creates a card.
    init(_ title: Text? = nil, @ViewBuilder content: () -> Content) {
        self.title = title
        self.content = content()
    }

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.small) {
            if let title {
                title
                    .font(.cardTitle)
                    .accessibilityAddTraits(.isHeader)
            }
            content
        }
        .padding(Spacing.large)
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(.background.secondary, in: .rect(cornerRadius: Spacing.corner))
    }
}

#Preview("With a title") {
    Card(Text("Steps")) { Text("8,432") }
}

#Preview("Without a title") {
    Card { Text("8,432") }
}
