import Foundation
import SwiftUI

/// Chooses a colour.
struct ColorGrid: View {
    /// A colour to choose.
    struct Item: Identifiable, Equatable {
        /// The colour, `#RRGGBB`.
        let id: String
        /// The name.
        let name: String
    }

    let colors: [Item]
    @Binding var selection: String

    var body: some View {
        LazyVGrid(columns: [GridItem(.adaptive(minimum: Spacing.minimumTarget))]) {
            ForEach(colors) { color in
                Button {
                    selection = color.id
                } label: {
                    ZStack {
                        Circle().fill(Color(hex: color.id))
                        if color.id == selection {
                            Image(systemName: "checkmark")
                                .foregroundStyle(.white)
                                .accessibilityHidden(true)
                        }
                    }
                    .frame(width: Spacing.minimumTarget, height: Spacing.minimumTarget)
                }
                .buttonStyle(.plain)
                .accessibilityLabel(Text(verbatim: color.name))
                .accessibilityAddTraits(color.id == selection ? .isSelected : [])
            }
        }
    }
}

#Preview {
    ColorGrid(
        colors: [
            ColorGrid.Item(id: "#8B5E3C", name: "Brown"),
            ColorGrid.Item(id: "#2E7D32", name: "Green"),
        ],
        selection: .constant("#2E7D32")
    )
}
