/// The default label style in the current context.
public struct DefaultLabelStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension DefaultLabelStyle: LabelStyle {
    /// Creates a view that represents the body of a label.
    public func makeBody(configuration: LabelStyleConfiguration) -> some View {
        LabelRow(configuration: configuration, showsTitle: true, showsIcon: true)
    }
}

extension LabelStyle where Self == DefaultLabelStyle {
    /// The default label style in the current context.
    public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}

/// A label style that only displays the icon of the label.
public struct IconOnlyLabelStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension IconOnlyLabelStyle: LabelStyle {
    /// Creates a view that represents the body of a label.
    public func makeBody(configuration: LabelStyleConfiguration) -> some View {
        LabelRow(configuration: configuration, showsTitle: false, showsIcon: true)
    }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
    /// A label style that only displays the icon of the label.
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

/// A label style that only displays the title of the label.
public struct TitleOnlyLabelStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension TitleOnlyLabelStyle: LabelStyle {
    /// Creates a view that represents the body of a label.
    public func makeBody(configuration: LabelStyleConfiguration) -> some View {
        LabelRow(configuration: configuration, showsTitle: true, showsIcon: false)
    }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
    /// A label style that only displays the title of the label.
    public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

/// A label style that shows both the title and icon of the label.
public struct TitleAndIconLabelStyle {
    /// Creates the style.
    nonisolated public init() {}
}

extension TitleAndIconLabelStyle: LabelStyle {
    /// Creates a view that represents the body of a label.
    public func makeBody(configuration: LabelStyleConfiguration) -> some View {
        LabelRow(configuration: configuration, showsTitle: true, showsIcon: true)
    }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
    /// A label style that shows both the title and icon of the label.
    public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}
