internal import Foundation

/// The label used for a share link.
public struct DefaultShareLinkLabel {
    let title: Text
}

extension DefaultShareLinkLabel: View {
    /// The title with the symbol of sharing.
    public var body: some View {
        Label {
            title
        } icon: {
            Image(systemName: "square.and.arrow.up")
        }
    }
}

/// A representation of a type to display in a share preview.
public struct SharePreview<Image, Icon> {
    let title: Text

    /// Creates a preview with a title.
    nonisolated public init(_ titleKey: LocalizedStringKey)
    where Image == Never, Icon == Never {
        title = Text(titleKey)
    }

    /// Creates a preview with a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S) where Image == Never, Icon == Never {
        self.title = Text(title)
    }

    /// Creates a preview with a title and an image.
    nonisolated public init(_ titleKey: LocalizedStringKey, image: Image) where Icon == Never {
        title = Text(titleKey)
    }

    /// Creates a preview with a title and an image.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, image: Image) where Icon == Never {
        self.title = Text(title)
    }
}

/// A view that controls a sharing presentation.
public struct ShareLink<Data, PreviewImage, PreviewIcon, Label>
where Data: RandomAccessCollection, Data.Element: Transferable, Label: View {
    let items: Data
    let label: Label
    let preview: Text?
}

extension ShareLink: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let isOpen = node.memory { MenuMemory() }.isOpen
        var element = Element(.button, layout: .horizontal(.center, spacing: nil))
        element.style = [.named("button", "share")]
        element.handlers[.activate] = { _ in isOpen.value = true }
        node.element = element
        node.child(.slot("label"), label)
        guard isOpen.value else { return }
        let dismiss: @MainActor () -> Void = { isOpen.value = false }
        node.setUpward(
            Presentation.Key.self,
            Presentation(kind: .sheet, node: node, dismiss: dismiss)
        )
        node.child(
            .slot("presentation"),
            PresentationContent(
                content: ShareSheet(preview: preview, items: items.map(describe)),
                dismiss: dismiss
            )
        )
    }

    private func describe(_ item: Data.Element) -> String {
        switch item {
        case let url as URL: url.absoluteString
        case let data as Foundation.Data:
            ByteCountFormatStyle(style: .file).format(Int64(data.count))
        case let string as AttributedString: String(string.characters)
        default: "\(item)"
        }
    }
}

/// What the system shows to share items.
struct ShareSheet {
    let preview: Text?
    let items: [String]
    @Environment(\.dismiss) private var dismiss
}

extension ShareSheet: View {
    var body: some View {
        VStack {
            if let preview { preview }
            ForEach(items, id: \.self) { Text(verbatim: $0) }
            Button {
                dismiss()
            } label: {
                Text(SystemWord.close)
            }
        }
    }
}
