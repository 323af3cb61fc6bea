public import Foundation

extension View {
    nonisolated func presentation(
        _ kind: Presentation.Kind,
        _ isPresented: Binding<Bool>,
        _ onDismiss: (() -> Void)?,
        _ content: @escaping () -> some View
    ) -> some View {
        modifier(
            PresentationModifier(
                kind: kind,
                isPresented: { isPresented.wrappedValue },
                dismiss: { isPresented.wrappedValue = false },
                onDismiss: onDismiss,
                id: { true },
                presented: { content() }
            )
        )
    }

    nonisolated func presentation<Item: Identifiable>(
        _ kind: Presentation.Kind,
        _ item: Binding<Item?>,
        _ onDismiss: (() -> Void)?,
        _ content: @escaping (Item) -> some View
    ) -> some View {
        modifier(
            PresentationModifier(
                kind: kind,
                isPresented: { item.wrappedValue != nil },
                dismiss: { item.wrappedValue = nil },
                onDismiss: onDismiss,
                id: { AnyHashable(item.wrappedValue?.id) },
                presented: { item.wrappedValue.map(content) }
            )
        )
    }

    /// Presents a sheet when a binding to a Boolean value that you provide is true.
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presentation(.sheet, isPresented, onDismiss, content)
    }

    /// Presents a sheet using the given item as a data source for the sheet's content.
    nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presentation(.sheet, item, onDismiss, content)
    }

    /// Presents a modal view that covers as much of the screen as possible when binding to a
    /// Boolean value you provide is true.
    nonisolated public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presentation(.fullScreenCover, isPresented, onDismiss, content)
    }

    /// Presents a modal view that covers as much of the screen as possible using the binding you
    /// provide as a data source for the sheet's content.
    nonisolated public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presentation(.fullScreenCover, item, onDismiss, content)
    }

    /// Presents a popover when a given condition is true.
    ///
    /// A phone shows it as a sheet.
    nonisolated public func popover<Content: View>(
        isPresented: Binding<Bool>,
        attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
        arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presentation(.popover, isPresented, nil, content)
    }

    /// Presents a popover using the given item as a data source for the popover's content.
    ///
    /// A phone shows it as a sheet.
    nonisolated public func popover<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
        arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presentation(.popover, item, nil, content)
    }
}

/// An attachment anchor for a popover.
public enum PopoverAttachmentAnchor {
    /// The anchor point for the popover relative to the source's frame.
    case rect(Anchor<CGRect>.Source)
    /// The anchor point for the popover expressed as a unit point.
    case point(UnitPoint)
}

/// An opaque value derived from an anchor source and a particular view.
public struct Anchor<Value> {
    /// A type-erased geometry value that produces an anchored value of a given type.
    public struct Source {}
}

extension Anchor.Source where Value == CGRect {
    /// Returns an anchor source rect defined by the entire bounds of the current view.
    public static var bounds: Anchor<CGRect>.Source { Anchor<CGRect>.Source() }
}
