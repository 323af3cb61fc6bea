public import Foundation

extension ShareLink {
    /// Creates an instance that presents the share interface for URLs.
    nonisolated public init(
        items: Data,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data.Element == URL,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(
            items: items,
            label: DefaultShareLinkLabel(title: Text(SystemWord.share)),
            preview: nil
        )
    }

    /// Creates an instance that presents the share interface for URLs, with a localized title.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        items: Data,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data.Element == URL,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(items: items, label: DefaultShareLinkLabel(title: Text(titleKey)), preview: nil)
    }

    /// Creates an instance that presents the share interface for URLs, with a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        items: Data,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data.Element == URL,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(items: items, label: DefaultShareLinkLabel(title: Text(title)), preview: nil)
    }

    /// Creates an instance that presents the share interface for URLs, with a custom label.
    nonisolated public init(
        items: Data,
        subject: Text? = nil,
        message: Text? = nil,
        @ViewBuilder label: () -> Label
    )
    where Data.Element == URL, PreviewImage == Never, PreviewIcon == Never {
        self.init(items: items, label: label(), preview: nil)
    }
}

extension ShareLink {
    /// Creates an instance that presents the share interface for texts.
    nonisolated public init(
        items: Data,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data.Element == String,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(
            items: items,
            label: DefaultShareLinkLabel(title: Text(SystemWord.share)),
            preview: nil
        )
    }

    /// Creates an instance that presents the share interface for texts, with a localized title.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        items: Data,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data.Element == String,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(items: items, label: DefaultShareLinkLabel(title: Text(titleKey)), preview: nil)
    }

    /// Creates an instance that presents the share interface for texts, with a title.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        items: Data,
        subject: Text? = nil,
        message: Text? = nil
    )
    where
        Data.Element == String,
        PreviewImage == Never,
        PreviewIcon == Never,
        Label == DefaultShareLinkLabel
    {
        self.init(items: items, label: DefaultShareLinkLabel(title: Text(title)), preview: nil)
    }

    /// Creates an instance that presents the share interface for texts, with a custom label.
    nonisolated public init(
        items: Data,
        subject: Text? = nil,
        message: Text? = nil,
        @ViewBuilder label: () -> Label
    )
    where Data.Element == String, PreviewImage == Never, PreviewIcon == Never {
        self.init(items: items, label: label(), preview: nil)
    }
}

extension ShareLink {
    /// Creates an instance that presents the share interface for items and a preview.
    nonisolated public init(
        items: Data,
        subject: Text? = nil,
        message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    )
    where Label == DefaultShareLinkLabel {
        self.init(
            items: items,
            label: DefaultShareLinkLabel(title: Text(SystemWord.share)),
            preview: items.first.map { preview($0).title }
        )
    }

    /// Creates an instance that presents the share interface for items, with a localized title and a preview.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        items: Data,
        subject: Text? = nil,
        message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    )
    where Label == DefaultShareLinkLabel {
        self.init(
            items: items,
            label: DefaultShareLinkLabel(title: Text(titleKey)),
            preview: items.first.map { preview($0).title }
        )
    }

    /// Creates an instance that presents the share interface for items, with a title and a preview.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        items: Data,
        subject: Text? = nil,
        message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    )
    where Label == DefaultShareLinkLabel {
        self.init(
            items: items,
            label: DefaultShareLinkLabel(title: Text(title)),
            preview: items.first.map { preview($0).title }
        )
    }

    /// Creates an instance that presents the share interface for items, with a custom label and a preview.
    nonisolated public init(
        items: Data,
        subject: Text? = nil,
        message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    ) {
        self.init(items: items, label: label(), preview: items.first.map { preview($0).title })
    }
}
