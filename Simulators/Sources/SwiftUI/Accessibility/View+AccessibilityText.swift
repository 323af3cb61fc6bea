extension View {
    /// Adds a label to the view that describes its contents.
    nonisolated public func accessibilityLabel(
        _ label: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { $0.label = label.string(in: $1) }
    }

    /// Adds a label to the view that describes its contents.
    nonisolated public func accessibilityLabel(
        _ labelKey: LocalizedStringKey
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { $0.label = Text(labelKey).string(in: $1) }
    }

    /// Adds a label to the view that describes its contents.
    @_disfavoredOverload
    nonisolated public func accessibilityLabel<S: StringProtocol>(
        _ label: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { attributes, _ in attributes.label = String(label) }
    }

    /// Adds a textual description of the value that the view contains.
    nonisolated public func accessibilityValue(
        _ value: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { $0.value = value.string(in: $1) }
    }

    /// Adds a textual description of the value that the view contains.
    nonisolated public func accessibilityValue(
        _ valueKey: LocalizedStringKey
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { $0.value = Text(valueKey).string(in: $1) }
    }

    /// Adds a textual description of the value that the view contains.
    @_disfavoredOverload
    nonisolated public func accessibilityValue<S: StringProtocol>(
        _ value: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { attributes, _ in attributes.value = String(value) }
    }

    /// Communicates to the user what happens after performing the view's action.
    nonisolated public func accessibilityHint(
        _ hint: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { $0.hint = hint.string(in: $1) }
    }

    /// Communicates to the user what happens after performing the view's action.
    nonisolated public func accessibilityHint(
        _ hintKey: LocalizedStringKey
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { $0.hint = Text(hintKey).string(in: $1) }
    }

    /// Communicates to the user what happens after performing the view's action.
    @_disfavoredOverload
    nonisolated public func accessibilityHint<S: StringProtocol>(
        _ hint: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibility { attributes, _ in attributes.hint = String(hint) }
    }
}
