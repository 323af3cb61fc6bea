/// A control that performs increment and decrement actions.
public struct Stepper<Label: View> {
    let label: Label
    /// Whether the value can go up or down.
    let canStep: (StepDirection) -> Bool
    let step: (StepDirection) -> Void
    /// The value in words; `nil` where the app shows it itself.
    let value: (EnvironmentValues) -> String?
    let onEditingChanged: (Bool) -> Void
}

extension Stepper: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.stepper, layout: .horizontal(.center, spacing: nil))
        element.value = value(node.environment)
        if canStep(.up) {
            element.handlers[.increment] = { [step, onEditingChanged] _ in
                onEditingChanged(true)
                step(.up)
                onEditingChanged(false)
            }
        }
        if canStep(.down) {
            element.handlers[.decrement] = { [step, onEditingChanged] _ in
                onEditingChanged(true)
                step(.down)
                onEditingChanged(false)
            }
        }
        node.element = element
        node.declareLabel(label)
    }
}

/// Where a stepper goes.
enum StepDirection {
    case up, down
}

extension Stepper {
    /// Creates a stepper instance that performs the closures you provide when the user increments
    /// or decrements the stepper.
    nonisolated public init(
        @ViewBuilder label: () -> Label,
        onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: label(),
            canStep: { ($0 == .up ? onIncrement : onDecrement) != nil },
            step: { ($0 == .up ? onIncrement : onDecrement)?() },
            value: { _ in nil },
            onEditingChanged: onEditingChanged
        )
    }

    /// Creates a stepper configured to increment or decrement a binding to a value using a step
    /// value you provide.
    nonisolated public init<V: Strideable>(
        value: Binding<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(label(), value, nil, step, onEditingChanged) { _, value in "\(value)" }
    }

    /// Creates a stepper configured to increment or decrement a binding to a value using a step
    /// value and within a range of values you provide.
    nonisolated public init<V: Strideable>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(label(), value, bounds, step, onEditingChanged) { _, value in "\(value)" }
    }

    /// Creates a stepper within a range that shows its value in a format.
    nonisolated public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput>,
        in bounds: ClosedRange<F.FormatInput>,
        step: F.FormatInput.Stride = 1,
        format: F,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: BinaryFloatingPoint, F.FormatOutput == String {
        self.init(label(), value, bounds, step, onEditingChanged) {
            format.locale($0.locale).format($1)
        }
    }

    nonisolated fileprivate init<V: Strideable>(
        _ label: Label,
        _ value: Binding<V>,
        _ bounds: ClosedRange<V>?,
        _ step: V.Stride,
        _ onEditingChanged: @escaping (Bool) -> Void,
        _ format: @escaping (EnvironmentValues, V) -> String
    ) {
        func next(_ direction: StepDirection) -> V {
            let next = value.wrappedValue.advanced(by: direction == .up ? step : 0 - step)
            return bounds.map { min(max(next, $0.lowerBound), $0.upperBound) } ?? next
        }
        self.init(
            label: label,
            canStep: { next($0) != value.wrappedValue },
            step: { value.wrappedValue = next($0) },
            value: { format($0, value.wrappedValue) },
            onEditingChanged: onEditingChanged
        )
    }
}

extension Stepper where Label == Text {
    /// Creates a stepper with a title key that performs the closures you provide.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: { Text(titleKey) },
            onIncrement: onIncrement,
            onDecrement: onDecrement,
            onEditingChanged: onEditingChanged
        )
    }

    /// Creates a stepper with a title that performs the closures you provide.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: { Text(title) },
            onIncrement: onIncrement,
            onDecrement: onDecrement,
            onEditingChanged: onEditingChanged
        )
    }

    /// Creates a stepper with a title key and configured to increment and decrement a binding.
    nonisolated public init<V: Strideable>(
        _ titleKey: LocalizedStringKey,
        value: Binding<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            value: value,
            step: step,
            label: { Text(titleKey) },
            onEditingChanged: onEditingChanged
        )
    }

    /// Creates a stepper with a title and configured to increment and decrement a binding.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, V: Strideable>(
        _ title: S,
        value: Binding<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            value: value,
            step: step,
            label: { Text(title) },
            onEditingChanged: onEditingChanged
        )
    }

    /// Creates a stepper with a title key, for values within a range.
    nonisolated public init<V: Strideable>(
        _ titleKey: LocalizedStringKey,
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            value: value,
            in: bounds,
            step: step,
            label: { Text(titleKey) },
            onEditingChanged: onEditingChanged
        )
    }

    /// Creates a stepper with a title, for values within a range.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, V: Strideable>(
        _ title: S,
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            value: value,
            in: bounds,
            step: step,
            label: { Text(title) },
            onEditingChanged: onEditingChanged
        )
    }
}
