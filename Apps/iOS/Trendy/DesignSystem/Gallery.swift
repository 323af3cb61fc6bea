import SwiftUI

/// All components in all their states, for the people who build the app.
struct Gallery: View {
    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: Spacing.xLarge) {
                GallerySection("StateBadge") { badges }
                GallerySection("Banner") { banners }
                GallerySection("Card and MetricTile") { tiles }
                GallerySection("Row") { rows }
                GallerySection("ChoiceRow") { choices }
                GallerySection("BarChart, BandChart and Ribbon") { GalleryCharts() }
                GallerySection("PlaceMap") { PlaceMap(MapPlace.examples) }
                GallerySection("EmptyState") { emptyStates }
                GallerySection("FormFieldError") { FormFieldError("Enter a name.") }
                GallerySection("Remark") { Remark(Text(verbatim: "No data yet.")) }
                GallerySection("PrimaryButton and SecondaryButton") { buttons }
            }
            .padding(Spacing.large)
        }
    }

    @ViewBuilder private var badges: some View {
        ForEach(Tone.allCases, id: \.self) { tone in
            StateBadge(Text(verbatim: "\(tone)"), tone: tone)
        }
    }

    @ViewBuilder private var banners: some View {
        ForEach(Tone.allCases, id: \.self) { tone in
            Banner(Text(verbatim: "A \(tone) banner"), tone: tone)
        }
        Banner(
            Text(verbatim: "The device is full"),
            text: Text(verbatim: "New entries cannot be stored."),
            remedy: Text(verbatim: "Free some space."),
            tone: .danger,
            actionTitle: Text(verbatim: "Open Settings")
        ) {}
    }

    @ViewBuilder private var tiles: some View {
        Card(Text(verbatim: "A card")) { Text(verbatim: "Its content") }
        MetricTile(
            Text(verbatim: "Steps"),
            value: Text(verbatim: "8,432"),
            detail: Text(verbatim: "More than usual"),
            icon: "figure.walk"
        )
        MetricTile(Text(verbatim: "Sleep"), value: nil, icon: "bed.double.fill")
    }

    @ViewBuilder private var rows: some View {
        Row(Text(verbatim: "Only a title"))
        Row(
            Text(verbatim: "Coffee"),
            detail: Text(verbatim: "At the office"),
            value: Text(verbatim: "09:12"),
            icon: "cup.and.saucer.fill",
            color: .brown
        )
    }

    @ViewBuilder private var choices: some View {
        ChoiceRow(Text(verbatim: "Selected"), icon: "tag.fill", isSelected: true) {}
        ChoiceRow(Text(verbatim: "Not selected"), icon: "tag.fill", isSelected: false) {}
    }

    @ViewBuilder private var emptyStates: some View {
        EmptyState(Text(verbatim: "Nothing here"), icon: "tray")
        EmptyState(
            Text(verbatim: "No entries yet"),
            text: Text(verbatim: "What you record appears here."),
            icon: "tray",
            actionTitle: Text(verbatim: "Record an entry")
        ) {}
    }

    @ViewBuilder private var buttons: some View {
        PrimaryButton(Text(verbatim: "Continue")) {}
        PrimaryButton(Text(verbatim: "Busy"), isBusy: true) {}
        SecondaryButton(Text(verbatim: "Not now")) {}
        SecondaryButton(Text(verbatim: "Delete"), role: .destructive) {}
    }
}

#Preview {
    Gallery()
}
