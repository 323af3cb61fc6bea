import Foundation
import SwiftUI

/// The values of two devices side by side, with the buttons that restore or accept one.
struct ConflictFieldView: View {
    let field: ConflictField
    let texts: ConflictTexts
    let onRestore: @MainActor () -> Void
    let onAccept: @MainActor () -> Void
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        Text(field.name)
            .font(.cardTitle)
            .accessibilityAddTraits(.isHeader)
        if typeSize.isAccessibilitySize {
            VStack(alignment: .leading, spacing: Spacing.small) { sides }
        } else {
            HStack(alignment: .top, spacing: Spacing.medium) { sides }
        }
        SecondaryButton(Text(texts.restore), action: onRestore)
            .accessibilityHint(Text(texts.restoreWhy))
        SecondaryButton(Text(texts.accept), action: onAccept)
            .accessibilityHint(Text(texts.acceptWhy))
    }

    @ViewBuilder private var sides: some View {
        ConflictSide(title: texts.mine, value: field.mine, isCurrent: field.isMineCurrent)
        ConflictSide(title: texts.theirs, value: field.theirs, isCurrent: !field.isMineCurrent)
    }
}

#Preview("The other device's value is current") {
    List {
        ConflictFieldView(
            field: ConflictField(
                id: 1,
                name: "Note",
                mine: "“mine”",
                theirs: "“theirs”",
                isMineCurrent: false
            ),
            texts: .example,
            onRestore: {},
            onAccept: {}
        )
    }
}

#Preview("A deletion") {
    List {
        ConflictFieldView(
            field: ConflictField(
                id: 1,
                name: "The whole entry",
                mine: "Edited",
                theirs: "Deleted",
                isMineCurrent: true
            ),
            texts: .example,
            onRestore: {},
            onAccept: {}
        )
    }
}
