import SwiftUI

/// A component's name and its states.
struct GallerySection<Content: View>: View {
    private let name: String
    private let content: Content

    init(_ name: String, @ViewBuilder content: () -> Content) {
        self.name = name
        self.content = content()
    }

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.small) {
            Text(verbatim: name)
                .font(.title3)
                .accessibilityAddTraits(.isHeader)
            content
        }
    }
}
