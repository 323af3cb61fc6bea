/// How much of a task is done.
package struct ProgressLook {
    /// From 0 to 1; `nil` if it is not known.
    package let fraction: Double?
    /// The style by its name.
    package let style: String
}

/// A view that shows the progress toward completion of a task.
public struct ProgressView<Label: View, CurrentValueLabel: View> {
    private let fraction: Double??
    private let label: Label
    private let currentValueLabel: CurrentValueLabel

    nonisolated fileprivate init(
        _ fraction: Double??,
        _ label: Label,
        _ currentValueLabel: CurrentValueLabel
    ) {
        self.fraction = fraction
        self.label = label
        self.currentValueLabel = currentValueLabel
    }

    /// Creates a progress view for showing determinate progress.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: V?,
        total: V = 1.0,
        @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        let fraction = value.map { min(max(Double($0 / total), 0), 1) }
        self.init(.some(fraction), label(), currentValueLabel())
    }
}

extension ProgressView: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        var element = Element(.progress, layout: .vertical(.leading, spacing: nil))
        let fraction = fraction ?? nil
        element.value = fraction?.formatted(
            .percent.precision(.fractionLength(0)).locale(node.environment.locale)
        )
        element.traits = [.updatesFrequently]
        let style = node.environment.progressViewStyleName
        // A spinner where nothing is known of the end, as on a phone.
        let isCircular = style == "circular" || style == "automatic" && self.fraction == nil
        element.payload = ProgressLook(
            fraction: fraction,
            style: isCircular ? "circular" : "linear"
        )
        node.element = element
        node.declareLabel(label)
        node.child(.slot("currentValue"), currentValueLabel)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    /// Creates a progress view for showing indeterminate progress, without a label.
    nonisolated public init() where Label == EmptyView {
        self.init(nil, EmptyView(), EmptyView())
    }

    /// Creates a progress view for showing indeterminate progress that displays a custom label.
    nonisolated public init(@ViewBuilder label: () -> Label) {
        self.init(nil, label(), EmptyView())
    }

    /// Creates a progress view for showing indeterminate progress, with a localized title.
    nonisolated public init(_ titleKey: LocalizedStringKey) where Label == Text {
        self.init(nil, Text(titleKey), EmptyView())
    }

    /// Creates a progress view for showing indeterminate progress, with a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S) where Label == Text {
        self.init(nil, Text(title), EmptyView())
    }

    /// Creates a progress view for showing determinate progress.
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0)
    where Label == EmptyView {
        self.init(value: value, total: total) {
            EmptyView()
        } currentValueLabel: {
            EmptyView()
        }
    }

    /// Creates a progress view for showing determinate progress, with a custom label.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: V?,
        total: V = 1.0,
        @ViewBuilder label: () -> Label
    ) {
        self.init(value: value, total: total, label: label) { EmptyView() }
    }

    /// Creates a progress view for showing determinate progress, with a localized title.
    nonisolated public init<V: BinaryFloatingPoint>(
        _ titleKey: LocalizedStringKey,
        value: V?,
        total: V = 1.0
    ) where Label == Text {
        self.init(value: value, total: total) { Text(titleKey) }
    }

    /// Creates a progress view for showing determinate progress, with a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, V: BinaryFloatingPoint>(
        _ title: S,
        value: V?,
        total: V = 1.0
    ) where Label == Text {
        self.init(value: value, total: total) { Text(title) }
    }
}
