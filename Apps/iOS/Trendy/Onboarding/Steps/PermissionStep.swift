import SwiftUI
import TrendyWire

/// Explains a permission before the system asks for it, because the system asks only once.
struct PermissionStep: View {
    let texts: PermissionTexts
    let isBusy: Bool
    let ask: @MainActor () -> Void
    let skip: @MainActor () -> Void

    var body: some View {
        StepHeader(icon: texts.icon, title: texts.title, text: texts.purpose)
        VStack(alignment: .leading, spacing: Spacing.medium) {
            Row(Text("What Trendy reads"), detail: texts.reads, icon: "doc.text.magnifyingglass")
            Row(Text("If you allow it"), detail: texts.yes, icon: "checkmark.circle")
            Row(Text("If you do not"), detail: texts.no, icon: "xmark.circle")
            Row(Text("To change it later"), detail: texts.later, icon: "gearshape")
        }
        PrimaryButton(Text("Continue"), isBusy: isBusy, action: ask)
        // Also while the system asks: its answer may never come.
        SecondaryButton(Text("Not now"), action: skip)
    }
}

#Preview("Notifications") {
    PermissionStep(texts: PermissionTexts(.notifications), isBusy: false, ask: {}, skip: {})
}

#Preview("Location") {
    PermissionStep(texts: PermissionTexts(.location), isBusy: false, ask: {}, skip: {})
}

#Preview("Health, while the system asks") {
    PermissionStep(texts: PermissionTexts(.healthkit), isBusy: true, ask: {}, skip: {})
}
