public import Foundation

extension ShareLink {
    /// Creates an instance that presents the share interface for a URL.
    nonisolated public init(
        item: URL,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data == CollectionOfOne<URL>,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(
            items: CollectionOfOne(item),
            label: DefaultShareLinkLabel(title: Text(SystemWord.share)),
            preview: nil
        )
    }

    /// Creates an instance that presents the share interface for a URL, with a localized title.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        item: URL,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data == CollectionOfOne<URL>,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(
            items: CollectionOfOne(item),
            label: DefaultShareLinkLabel(title: Text(titleKey)),
            preview: nil
        )
    }

    /// Creates an instance that presents the share interface for a URL, with a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        item: URL,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data == CollectionOfOne<URL>,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(
            items: CollectionOfOne(item),
            label: DefaultShareLinkLabel(title: Text(title)),
            preview: nil
        )
    }

    /// Creates an instance that presents the share interface for a URL, with a custom label.
    nonisolated public init(
        item: URL,
        subject: Text? = nil,
        message: Text? = nil,
        @ViewBuilder label: () -> Label
    )
    where Data == CollectionOfOne<URL>, PreviewImage == Never, PreviewIcon == Never {
        self.init(items: CollectionOfOne(item), label: label(), preview: nil)
    }
}

extension ShareLink {
    /// Creates an instance that presents the share interface for a text.
    nonisolated public init(
        item: String,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data == CollectionOfOne<String>,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(
            items: CollectionOfOne(item),
            label: DefaultShareLinkLabel(title: Text(SystemWord.share)),
            preview: nil
        )
    }

    /// Creates an instance that presents the share interface for a text, with a localized title.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        item: String,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data == CollectionOfOne<String>,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(
            items: CollectionOfOne(item),
            label: DefaultShareLinkLabel(title: Text(titleKey)),
            preview: nil
        )
    }

    /// Creates an instance that presents the share interface for a text, with a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        item: String,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data == CollectionOfOne<String>,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(
            items: CollectionOfOne(item),
            label: DefaultShareLinkLabel(title: Text(title)),
            preview: nil
        )
    }

    /// Creates an instance that presents the share interface for a text, with a custom label.
    nonisolated public init(
        item: String,
        subject: Text? = nil,
        message: Text? = nil,
        @ViewBuilder label: () -> Label
    )
    where Data == CollectionOfOne<String>, PreviewImage == Never, PreviewIcon == Never {
        self.init(items: CollectionOfOne(item), label: label(), preview: nil)
    }
}

extension ShareLink {
    /// Creates an instance that presents the share interface for an item and a preview.
    nonisolated public init<I: Transferable>(
        item: I,
        subject: Text? = nil,
        message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    )
    where Data == CollectionOfOne<I>, Label == DefaultShareLinkLabel {
        self.init(
            items: CollectionOfOne(item),
            label: DefaultShareLinkLabel(title: Text(SystemWord.share)),
            preview: preview.title
        )
    }

    /// Creates an instance that presents the share interface for an item, with a localized title and a preview.
    nonisolated public init<I: Transferable>(
        _ titleKey: LocalizedStringKey,
        item: I,
        subject: Text? = nil,
        message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    )
    where Data == CollectionOfOne<I>, Label == DefaultShareLinkLabel {
        self.init(
            items: CollectionOfOne(item),
            label: DefaultShareLinkLabel(title: Text(titleKey)),
            preview: preview.title
        )
    }

    /// Creates an instance that presents the share interface for an item, with a title and a preview.
    @_disfavoredOverload
    nonisolated public init<I: Transferable, S: StringProtocol>(
        _ title: S,
        item: I,
        subject: Text? = nil,
        message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    )
    where Data == CollectionOfOne<I>, Label == DefaultShareLinkLabel {
        self.init(
            items: CollectionOfOne(item),
            label: DefaultShareLinkLabel(title: Text(title)),
            preview: preview.title
        )
    }

    /// Creates an instance that presents the share interface for an item, with a custom label and a preview.
    nonisolated public init<I: Transferable>(
        item: I,
        subject: Text? = nil,
        message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    )
    where Data == CollectionOfOne<I> {
        self.init(items: CollectionOfOne(item), label: label(), preview: preview.title)
    }
}
