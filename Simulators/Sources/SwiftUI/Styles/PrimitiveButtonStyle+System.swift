/// The default button style, based on the button's context.
public struct DefaultButtonStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension DefaultButtonStyle: PrimitiveButtonStyle, NamedButtonStyle {
    nonisolated package static var name: String { "automatic" }

    /// Creates a view that represents the body of a button.
    public func makeBody(configuration: PrimitiveButtonStyleConfiguration) -> some View {
        Button(configuration).buttonStyle(self)
    }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    /// The default button style, based on the button's context.
    public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

/// A button style that doesn't apply a border.
public struct BorderlessButtonStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension BorderlessButtonStyle: PrimitiveButtonStyle, NamedButtonStyle {
    nonisolated package static var name: String { "borderless" }

    /// Creates a view that represents the body of a button.
    public func makeBody(configuration: PrimitiveButtonStyleConfiguration) -> some View {
        Button(configuration).buttonStyle(self)
    }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    /// A button style that doesn't apply a border.
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

/// A button style that doesn't style or decorate its content while idle.
public struct PlainButtonStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension PlainButtonStyle: PrimitiveButtonStyle, NamedButtonStyle {
    nonisolated package static var name: String { "plain" }

    /// Creates a view that represents the body of a button.
    public func makeBody(configuration: PrimitiveButtonStyleConfiguration) -> some View {
        Button(configuration).buttonStyle(self)
    }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    /// A button style that doesn't style or decorate its content while idle.
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

/// A button style that applies standard border artwork based on the button's context.
public struct BorderedButtonStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension BorderedButtonStyle: PrimitiveButtonStyle, NamedButtonStyle {
    nonisolated package static var name: String { "bordered" }

    /// Creates a view that represents the body of a button.
    public func makeBody(configuration: PrimitiveButtonStyleConfiguration) -> some View {
        Button(configuration).buttonStyle(self)
    }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// A button style that applies standard border artwork based on the button's context.
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

/// A button style that applies standard border prominent artwork.
public struct BorderedProminentButtonStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension BorderedProminentButtonStyle: PrimitiveButtonStyle, NamedButtonStyle {
    nonisolated package static var name: String { "borderedProminent" }

    /// Creates a view that represents the body of a button.
    public func makeBody(configuration: PrimitiveButtonStyleConfiguration) -> some View {
        Button(configuration).buttonStyle(self)
    }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// A button style that applies standard border prominent artwork.
    public static var borderedProminent: BorderedProminentButtonStyle {
        BorderedProminentButtonStyle()
    }
}
