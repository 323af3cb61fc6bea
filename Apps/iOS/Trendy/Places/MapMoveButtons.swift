import SwiftUI

/// Moves a circle on the map, a step in each direction.
struct MapMoveButtons: View {
    /// The length of a step in metres.
    let step: Double
    /// Called with the metres to the east and to the north.
    let onMove: @MainActor (_ east: Double, _ north: Double) -> Void

    var body: some View {
        HStack(spacing: Spacing.small) {
            button(Text("Move north"), icon: "arrow.up", east: 0, north: step)
            button(Text("Move south"), icon: "arrow.down", east: 0, north: -step)
            button(Text("Move west"), icon: "arrow.left", east: -step, north: 0)
            button(Text("Move east"), icon: "arrow.right", east: step, north: 0)
        }
    }

    private func button(
        _ title: Text,
        icon: String,
        east: Double,
        north: Double
    ) -> some View {
        Button {
            onMove(east, north)
        } label: {
            Image(systemName: icon)
                .accessibilityHidden(true)
                .frame(minWidth: Spacing.minimumTarget, minHeight: Spacing.minimumTarget)
        }
        .buttonStyle(.borderless)
        .accessibilityLabel(title)
    }
}

#Preview {
    MapMoveButtons(step: 50) { _, _ in }
}
