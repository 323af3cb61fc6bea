/// The range of a slider.
package struct SliderLook {
    package let value: Double
    package let bounds: ClosedRange<Double>
    /// `nil` for any value in the range.
    package let step: Double?
}

/// A control for selecting a value from a bounded linear range of values.
public struct Slider<Label: View, ValueLabel: View> {
    private let value: Binding<Double>
    private let bounds: ClosedRange<Double>
    private let step: Double?
    private let label: Label
    private let minimumLabel: ValueLabel
    private let maximumLabel: ValueLabel
    private let onEditingChanged: (Bool) -> Void

    nonisolated fileprivate init<V: BinaryFloatingPoint>(
        _ value: Binding<V>,
        _ bounds: ClosedRange<V>,
        _ step: V.Stride?,
        _ label: Label,
        _ minimumLabel: ValueLabel,
        _ maximumLabel: ValueLabel,
        _ onEditingChanged: @escaping (Bool) -> Void
    ) where V.Stride: BinaryFloatingPoint {
        self.value = value.map {
            Double($0)
        } write: { value, new in
            value = V(new)
        }
        self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
        self.step = step.map { Double($0) }
        self.label = label
        self.minimumLabel = minimumLabel
        self.maximumLabel = maximumLabel
        self.onEditingChanged = onEditingChanged
    }
}

extension Slider: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let present = value.wrappedValue
        let length = bounds.upperBound - bounds.lowerBound
        let fraction = length > 0 ? (present - bounds.lowerBound) / length : 0
        var element = Element(.slider, layout: .horizontal(.center, spacing: nil))
        element.value = fraction.formatted(
            .percent.precision(.fractionLength(0)).locale(node.environment.locale)
        )
        element.payload = SliderLook(value: present, bounds: bounds, step: step)
        let change = step ?? length / 10
        element.handlers[.change] = { if case .number(let number) = $0 { set(number) } }
        element.handlers[.increment] = { _ in set(present + change) }
        element.handlers[.decrement] = { _ in set(present - change) }
        node.element = element
        node.child(.slot("minimum"), minimumLabel)
        node.child(.slot("label"), label)
        node.child(.slot("maximum"), maximumLabel)
    }

    private func set(_ number: Double) {
        var number = number
        if let step, step > 0 {
            number = bounds.lowerBound + ((number - bounds.lowerBound) / step).rounded() * step
        }
        onEditingChanged(true)
        value.wrappedValue = min(max(number, bounds.lowerBound), bounds.upperBound)
        onEditingChanged(false)
    }
}

extension Slider {
    /// Creates a slider to select a value from a given range, with labels at its ends.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel,
        @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value,
            bounds,
            nil,
            label(),
            minimumValueLabel(),
            maximumValueLabel(),
            onEditingChanged
        )
    }

    /// Creates a slider to select a value from a given range by steps, with labels at its ends.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel,
        @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value,
            bounds,
            step,
            label(),
            minimumValueLabel(),
            maximumValueLabel(),
            onEditingChanged
        )
    }
}

extension Slider where ValueLabel == EmptyView {
    /// Creates a slider to select a value from a given range, with a label.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, nil, label(), EmptyView(), EmptyView(), onEditingChanged)
    }

    /// Creates a slider to select a value from a given range by steps, with a label.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step, label(), EmptyView(), EmptyView(), onEditingChanged)
    }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    /// Creates a slider to select a value from a given range.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V> = 0...1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, nil, EmptyView(), EmptyView(), EmptyView(), onEditingChanged)
    }

    /// Creates a slider to select a value from a given range by steps.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>,
        in bounds: ClosedRange<V>,
        step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step, EmptyView(), EmptyView(), EmptyView(), onEditingChanged)
    }
}
