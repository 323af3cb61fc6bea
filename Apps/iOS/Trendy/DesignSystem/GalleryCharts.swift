import SwiftUI

/// The charts of the gallery.
struct GalleryCharts: View {
    private let values: [Double?] = [3, 0, nil, 8, 5]

    var body: some View {
        BarChart(
            values.enumerated().map { index, value in
                ChartBar(id: index, label: "\(index):00", value: value)
            },
            color: .green
        )
        BandChart(
            values.enumerated().map { index, value in
                BandPoint(id: index, label: "\(index):00", usual: 2...6, value: value)
            },
            color: .green
        )
        Ribbon([
            RibbonSegment(id: 1, start: 0, end: 0.3, color: .indigo, text: "Sleep"),
            RibbonSegment(id: 2, start: 0.5, end: 0.5, color: .brown, text: "Coffee"),
        ])
    }
}

#Preview {
    GalleryCharts()
}
