extension Color {
    /// A context-dependent red color suitable for use in UI elements.
    public static let red = Color(source: .system("red"))
    /// A context-dependent orange color suitable for use in UI elements.
    public static let orange = Color(source: .system("orange"))
    /// A context-dependent yellow color suitable for use in UI elements.
    public static let yellow = Color(source: .system("yellow"))
    /// A context-dependent green color suitable for use in UI elements.
    public static let green = Color(source: .system("green"))
    /// A context-dependent mint color suitable for use in UI elements.
    public static let mint = Color(source: .system("mint"))
    /// A context-dependent teal color suitable for use in UI elements.
    public static let teal = Color(source: .system("teal"))
    /// A context-dependent cyan color suitable for use in UI elements.
    public static let cyan = Color(source: .system("cyan"))
    /// A context-dependent blue color suitable for use in UI elements.
    public static let blue = Color(source: .system("blue"))
    /// A context-dependent indigo color suitable for use in UI elements.
    public static let indigo = Color(source: .system("indigo"))
    /// A context-dependent purple color suitable for use in UI elements.
    public static let purple = Color(source: .system("purple"))
    /// A context-dependent pink color suitable for use in UI elements.
    public static let pink = Color(source: .system("pink"))
    /// A context-dependent brown color suitable for use in UI elements.
    public static let brown = Color(source: .system("brown"))
    /// A white color suitable for use in UI elements.
    public static let white = Color(source: .system("white"))
    /// A context-dependent gray color suitable for use in UI elements.
    public static let gray = Color(source: .system("gray"))
    /// A context-dependent black color suitable for use in UI elements.
    public static let black = Color(source: .system("black"))
    /// A clear color suitable for use in UI elements.
    public static let clear = Color(source: .system("clear"))
    /// The color to use for primary content.
    public static let primary = Color(source: .system("primary"))
    /// The color to use for secondary content.
    public static let secondary = Color(source: .system("secondary"))
    /// A color that reflects the accent color of the system or app.
    public static let accentColor = Color(source: .system("accentColor"))
}

extension ShapeStyle where Self == Color {
    /// A context-dependent red color suitable for use in UI elements.
    public static var red: Color { Color.red }
    /// A context-dependent orange color suitable for use in UI elements.
    public static var orange: Color { Color.orange }
    /// A context-dependent yellow color suitable for use in UI elements.
    public static var yellow: Color { Color.yellow }
    /// A context-dependent green color suitable for use in UI elements.
    public static var green: Color { Color.green }
    /// A context-dependent mint color suitable for use in UI elements.
    public static var mint: Color { Color.mint }
    /// A context-dependent teal color suitable for use in UI elements.
    public static var teal: Color { Color.teal }
    /// A context-dependent cyan color suitable for use in UI elements.
    public static var cyan: Color { Color.cyan }
    /// A context-dependent blue color suitable for use in UI elements.
    public static var blue: Color { Color.blue }
    /// A context-dependent indigo color suitable for use in UI elements.
    public static var indigo: Color { Color.indigo }
    /// A context-dependent purple color suitable for use in UI elements.
    public static var purple: Color { Color.purple }
    /// A context-dependent pink color suitable for use in UI elements.
    public static var pink: Color { Color.pink }
    /// A context-dependent brown color suitable for use in UI elements.
    public static var brown: Color { Color.brown }
    /// A white color suitable for use in UI elements.
    public static var white: Color { Color.white }
    /// A context-dependent gray color suitable for use in UI elements.
    public static var gray: Color { Color.gray }
    /// A context-dependent black color suitable for use in UI elements.
    public static var black: Color { Color.black }
    /// A clear color suitable for use in UI elements.
    public static var clear: Color { Color.clear }
}
