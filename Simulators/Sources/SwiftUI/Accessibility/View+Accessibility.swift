extension View {
    /// Specifies whether to hide this view from system accessibility features.
    nonisolated public func accessibilityHidden(
        _ hidden: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { attributes, _ in attributes.isHidden = hidden }
    }

    /// Uses the string you specify to identify the view.
    nonisolated public func accessibilityIdentifier(
        _ identifier: String
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { attributes, _ in attributes.identifier = identifier }
    }

    /// Adds the given traits to the view.
    nonisolated public func accessibilityAddTraits(
        _ traits: AccessibilityTraits
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { attributes, _ in attributes.addedTraits.formUnion(traits.traits) }
    }

    /// Removes the given traits from this view.
    nonisolated public func accessibilityRemoveTraits(
        _ traits: AccessibilityTraits
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { attributes, _ in attributes.removedTraits.formUnion(traits.traits) }
    }

    /// Sets the accessibility level of this heading.
    nonisolated public func accessibilityHeading(
        _ level: AccessibilityHeadingLevel
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { attributes, _ in
            attributes.headingLevel = level == .unspecified ? nil : Int(level.rawValue)
            attributes.addedTraits.insert(.header)
        }
    }

    /// Sets the sort priority order for this view's accessibility element, relative to others.
    nonisolated public func accessibilitySortPriority(
        _ sortPriority: Double
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { attributes, _ in attributes.sortPriority = sortPriority }
    }

    /// Creates a new accessibility element, or modifies the behavior of an existing one.
    nonisolated public func accessibilityElement(
        children: AccessibilityChildBehavior = .ignore
    ) -> some View {
        accessibility { attributes, _ in attributes.children = children.behavior }
    }

    /// Adds an accessibility action to the view.
    nonisolated public func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default,
        _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility(actions: [
            .init(name: { actionKind.name(in: $0) }, perform: { _ in handler() })
        ])
    }

    /// Adds an accessibility action to the view, with a name.
    nonisolated public func accessibilityAction(
        named name: Text,
        _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibilityAction(AccessibilityActionKind(named: name), handler)
    }

    /// Adds an accessibility action to the view, with a name.
    nonisolated public func accessibilityAction(
        named nameKey: LocalizedStringKey,
        _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibilityAction(named: Text(nameKey), handler)
    }

    /// Adds an accessibility action to the view, with a name.
    @_disfavoredOverload
    nonisolated public func accessibilityAction<S: StringProtocol>(
        named name: S,
        _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibilityAction(named: Text(name), handler)
    }

    /// Adds an accessibility adjustable action to the view.
    nonisolated public func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility(
            actions: [
                .init(name: { _ in .increment }, perform: { _ in handler(.increment) }),
                .init(name: { _ in .decrement }, perform: { _ in handler(.decrement) }),
            ]
        )
    }

    /// Replaces this view's accessibility element with the one of another view.
    nonisolated public func accessibilityRepresentation<V: View>(
        @ViewBuilder representation: () -> V
    ) -> some View {
        modifier(AccessibilityRepresentation(representation: representation()))
    }
}
