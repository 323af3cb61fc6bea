import SwiftUI
import TrendyAppSupport

/// What to expect of the detection of visits.
struct PlaceLimitsSection: View {
    let limits: [PlaceLimit]

    var body: some View {
        Section {
            ForEach(limits) { limit in
                Row(Text(limit.text), icon: limit.icon, color: .secondary)
            }
        } header: {
            Text("What to expect")
        }
    }
}
