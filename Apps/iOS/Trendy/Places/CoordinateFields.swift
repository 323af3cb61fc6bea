import SwiftUI
import TrendyModel
import UIKit

/// The centre of a place in degrees.
struct CoordinateFields: View {
    @Binding var center: Coordinate?
    @State private var latitude: Double?
    @State private var longitude: Double?

    var body: some View {
        Group {
            TextField("Latitude", value: $latitude, format: .number.precision(Self.digits))
            TextField("Longitude", value: $longitude, format: .number.precision(Self.digits))
        }
        .keyboardType(.numbersAndPunctuation)
        .onChange(of: center, initial: true) { _, center in
            // Typed values that are out of range stay, so that they can be corrected.
            guard let center else { return }
            (latitude, longitude) = (center.latitude, center.longitude)
        }
        .onChange(of: latitude) { edit() }
        .onChange(of: longitude) { edit() }
    }

    /// About ten centimetres.
    private static let digits = NumberFormatStyleConfiguration.Precision.fractionLength(0...6)

    private func edit() {
        guard latitude != center?.latitude || longitude != center?.longitude,
            let latitude, let longitude
        else { return }
        center = Coordinate(latitude: latitude, longitude: longitude)
    }
}

#Preview("Empty") {
    Form { CoordinateFields(center: .constant(nil)) }
}

#Preview("Filled") {
    Form { CoordinateFields(center: .constant(MapPlace.examples.first?.center)) }
}
