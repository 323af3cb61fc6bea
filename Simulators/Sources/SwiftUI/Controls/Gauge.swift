/// Where a value stands within a range.
package struct GaugeLook {
    /// From 0 to 1.
    package let fraction: Double
    /// The style by its name.
    package let style: String
}

/// A view that shows a value within a range.
public struct Gauge<
    Label: View,
    CurrentValueLabel: View,
    BoundsLabel: View,
    MarkedValueLabels: View
> {
    private let fraction: Double
    private let label: Label
    private let currentValueLabel: CurrentValueLabel
    private let minimumLabel: BoundsLabel
    private let maximumLabel: BoundsLabel

    nonisolated fileprivate init<V: BinaryFloatingPoint>(
        _ value: V,
        _ bounds: ClosedRange<V>,
        _ label: Label,
        _ currentValueLabel: CurrentValueLabel,
        _ minimumLabel: BoundsLabel,
        _ maximumLabel: BoundsLabel
    ) {
        let length = bounds.upperBound - bounds.lowerBound
        fraction = length > 0 ? min(max(Double((value - bounds.lowerBound) / length), 0), 1) : 0
        self.label = label
        self.currentValueLabel = currentValueLabel
        self.minimumLabel = minimumLabel
        self.maximumLabel = maximumLabel
    }
}

extension Gauge: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.gauge, layout: .vertical(.center, spacing: nil))
        element.value = fraction.formatted(
            .percent.precision(.fractionLength(0)).locale(node.environment.locale)
        )
        element.payload = GaugeLook(
            fraction: fraction,
            style: node.environment.gaugeStyleName
        )
        node.element = element
        node.declareLabel(label)
        node.child(.slot("currentValue"), currentValueLabel)
        node.child(.slot("minimum"), minimumLabel)
        node.child(.slot("maximum"), maximumLabel)
    }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    /// Creates a gauge showing a value within a range and describes the gauge's current value.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: V,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label
    ) where CurrentValueLabel == EmptyView {
        self.init(value, bounds, label(), EmptyView(), EmptyView(), EmptyView())
    }

    /// Creates a gauge showing a value within a range and that describes the current value.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: V,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(value, bounds, label(), currentValueLabel(), EmptyView(), EmptyView())
    }
}

extension Gauge where MarkedValueLabels == EmptyView {
    /// Creates a gauge showing a value within a range that describes the current, minimum and
    /// maximum values.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: V,
        in bounds: ClosedRange<V> = 0...1,
        @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel,
        @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) {
        self.init(
            value,
            bounds,
            label(),
            currentValueLabel(),
            minimumValueLabel(),
            maximumValueLabel()
        )
    }
}
