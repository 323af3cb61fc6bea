import Foundation
import SwiftUI

/// Chooses a symbol.
struct SymbolGrid: View {
    /// A symbol to choose.
    struct Item: Identifiable, Equatable {
        /// The name of the SF Symbol.
        let id: String
        /// The spoken name.
        let name: String
    }

    let symbols: [Item]
    let color: Color
    @Binding var selection: String

    var body: some View {
        LazyVGrid(columns: [GridItem(.adaptive(minimum: Spacing.minimumTarget))]) {
            ForEach(symbols) { symbol in
                Button {
                    selection = symbol.id
                } label: {
                    Image(systemName: symbol.id)
                        .font(.title3)
                        .foregroundStyle(color)
                        .frame(width: Spacing.minimumTarget, height: Spacing.minimumTarget)
                        .background(background(of: symbol), in: .rect(cornerRadius: Spacing.corner))
                }
                .buttonStyle(.plain)
                .accessibilityLabel(Text(verbatim: symbol.name))
                .accessibilityAddTraits(symbol.id == selection ? .isSelected : [])
            }
        }
    }

    private func background(of symbol: Item) -> Color {
        symbol.id == selection ? color.opacity(0.2) : .clear
    }
}

#Preview {
    SymbolGrid(
        symbols: [
            SymbolGrid.Item(id: "cup.and.saucer.fill", name: "Cup"),
            SymbolGrid.Item(id: "book.fill", name: "Book"),
        ],
        color: .brown,
        selection: .constant("book.fill")
    )
}
