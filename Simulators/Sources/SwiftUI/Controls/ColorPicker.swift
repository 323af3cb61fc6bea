/// A control used to select a color from the system color picker UI.
public struct ColorPicker<Label: View> {
    private let selection: Binding<Color>
    private let label: Label

    /// Creates an instance that selects a color.
    nonisolated public init(
        selection: Binding<Color>,
        supportsOpacity: Bool = true,
        @ViewBuilder label: () -> Label
    ) {
        self.selection = selection
        self.label = label()
    }
}

extension ColorPicker: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.colorPicker, layout: .horizontal(.center, spacing: nil))
        element.payload = selection.wrappedValue
        element.handlers[.change] = { [selection] value in
            if case .text(let hex) = value, let color = Color(hex: hex) {
                selection.wrappedValue = color
            }
        }
        node.element = element
        node.declareLabel(label)
    }
}

extension ColorPicker where Label == Text {
    /// Creates a color picker with a text label generated from a title string key.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        selection: Binding<Color>,
        supportsOpacity: Bool = true
    ) {
        self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(titleKey) }
    }

    /// Creates a color picker with a text label generated from a title string.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        selection: Binding<Color>,
        supportsOpacity: Bool = true
    ) {
        self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(title) }
    }
}

extension Color {
    /// A color as an input of HTML has it: `#ff8800`.
    fileprivate init?(hex: String) {
        guard hex.count == 7, hex.first == "#", let number = Int(hex.dropFirst(), radix: 16) else {
            return nil
        }
        func component(_ shift: Int) -> Double { Double((number >> shift) & 255) / 255 }
        self.init(red: component(16), green: component(8), blue: component(0))
    }
}
