private enum TintKey: EnvironmentKey {
    static let defaultValue: Paint? = nil
}

private enum ControlSizeKey: EnvironmentKey {
    static let defaultValue = ControlSize.regular
}

extension EnvironmentValues {
    /// The tint; `nil` for the accent color.
    package var tint: Paint? {
        get { self[TintKey.self] }
        set { self[TintKey.self] = newValue }
    }

    /// The size to apply to controls within a view.
    public var controlSize: ControlSize {
        get { self[ControlSizeKey.self] }
        set { self[ControlSizeKey.self] = newValue }
    }

    /// How a style is drawn below this view, with levels, the tint and the foreground resolved.
    package func resolved(_ style: some ShapeStyle) -> Paint {
        resolved(style.paint(in: self))
    }

    private func resolved(_ paint: Paint) -> Paint {
        switch paint {
        case .foreground: textStyle.paint ?? .level(1)
        case .tint: tint ?? .color(.accentColor)
        case .level(let level):
            switch textStyle.paint {
            case nil, .level: paint
            case let base?: level == 1 ? base : .levelOf(base, level)
            }
        case .levelOf(let base, let level): .levelOf(resolved(base), level)
        case .faded(let base, let opacity): .faded(resolved(base), opacity: opacity)
        default: paint
        }
    }
}

extension View {
    /// Sets a view's foreground elements to use a given style.
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        modifier(EnvironmentTransform { $0.textStyle.paint = $0.resolved(style) })
    }

    /// Sets the primary and secondary levels of the foreground style in the child view.
    nonisolated public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(
        _ primary: S1,
        _ secondary: S2
    ) -> some View {
        foregroundStyle(primary)
    }

    /// Sets the color of the foreground elements displayed by this view.
    nonisolated public func foregroundColor(_ color: Color?) -> some View {
        modifier(EnvironmentTransform { $0.textStyle.paint = color.map { .color($0) } })
    }

    /// Sets the tint within this view.
    nonisolated public func tint<S: ShapeStyle>(_ tint: S?) -> some View {
        modifier(EnvironmentTransform { $0.tint = tint?.paint(in: $0) })
    }

    /// Sets the tint color within this view.
    nonisolated public func tint(_ tint: Color?) -> some View {
        modifier(EnvironmentTransform { $0.tint = tint.map { .color($0) } })
    }

    /// Sets the size for controls within this view.
    nonisolated public func controlSize(_ controlSize: ControlSize) -> some View {
        environment(\.controlSize, controlSize)
    }

    /// Adds a condition that controls whether users can interact with this view.
    nonisolated public func disabled(_ disabled: Bool) -> some View {
        modifier(EnvironmentTransform { $0.isEnabled = $0.isEnabled && !disabled })
    }
}
