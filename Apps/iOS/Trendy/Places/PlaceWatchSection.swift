import SwiftUI
import TrendyPlaces

/// What keeps iOS from watching places, each with its remedy.
struct PlaceWatchSection: View {
    let findings: [PlaceFinding]
    /// That iOS did not wake the app; `nil` without evidence of that.
    let forceQuitWarning: String?
    let perform: @MainActor (PlaceAction) -> Void

    var body: some View {
        if let forceQuitWarning {
            Banner(Text(forceQuitWarning))
        }
        ForEach(findings) { finding in
            Banner(
                Text(finding.text),
                remedy: Text(finding.remedy),
                actionTitle: finding.action.map { Text($0.buttonText) }
            ) {
                if let action = finding.action { perform(action) }
            }
        }
    }
}

#Preview("Problems") {
    PlaceWatchSection(
        findings: [
            PlaceFinding(
                id: 0,
                text: "Location is not allowed.",
                remedy: "Allow it in Settings.",
                action: .openSettings
            )
        ],
        forceQuitWarning: "iOS did not wake the app since yesterday."
    ) { _ in }
}

#Preview("None") {
    PlaceWatchSection(findings: [], forceQuitWarning: nil) { _ in }
}
