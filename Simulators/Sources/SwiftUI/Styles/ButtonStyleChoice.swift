/// How buttons below are shown.
enum ButtonStyleChoice {
    /// A style that the renderer draws, by its name.
    case named(String)
    case custom(any ButtonStyle)
    case primitive(any PrimitiveButtonStyle)
}

/// A style that the renderer draws.
package protocol NamedButtonStyle: PrimitiveButtonStyle {
    nonisolated static var name: String { get }
}

private enum ButtonStyleKey: EnvironmentKey {
    // The name of a style has no state.
    nonisolated(unsafe) static let defaultValue = ButtonStyleChoice.named("automatic")
}

private enum ButtonBorderShapeKey: EnvironmentKey {
    static let defaultValue = ButtonBorderShape.automatic
}

extension EnvironmentValues {
    var buttonStyle: ButtonStyleChoice {
        get { self[ButtonStyleKey.self] }
        set { self[ButtonStyleKey.self] = newValue }
    }

    /// The tokens that a renderer needs to draw a button or a link like one.
    package var buttonTokens: [StyleToken] {
        var tokens: [StyleToken] = []
        if case .named(let name) = buttonStyle { tokens.append(.buttonStyle(name)) }
        let shape = self[ButtonBorderShapeKey.self]
        if shape != .automatic { tokens.append(.buttonShape(shape.name)) }
        if controlSize != .regular { tokens.append(.controlSize(controlSize)) }
        if let tint { tokens.append(.tint(tint)) }
        return tokens
    }
}

extension View {
    /// Sets the style for buttons within this view to a style with a custom appearance.
    nonisolated public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
        environment(\.buttonStyle, .custom(style))
    }

    /// Sets the style for buttons within this view to a style with custom behavior.
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        if let named = S.self as? any NamedButtonStyle.Type {
            return environment(\.buttonStyle, .named(named.name))
        }
        return environment(\.buttonStyle, .primitive(style))
    }

    /// Sets the border shape for buttons in this view.
    nonisolated public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View {
        transformEnvironment(\.self) { $0[ButtonBorderShapeKey.self] = shape }
    }
}
