import CoreLocation
import MapKit
import SimulatedSwiftUI
import SwiftUI

let munich = CLLocationCoordinate2D(latitude: 48.137, longitude: 11.575)

extension CLLocationCoordinate2D {
    /// The great-circle distance in metres.
    func meters(to other: CLLocationCoordinate2D) -> Double {
        CLLocation(latitude: latitude, longitude: longitude)
            .distance(from: CLLocation(latitude: other.latitude, longitude: other.longitude))
    }
}

/// What a test changes and reads.
@MainActor
@Observable
final class MapModel {
    var position = MapCameraPosition.automatic
    var centers: [CLLocationCoordinate2D] = [munich]
    var taps: [CLLocationCoordinate2D] = []
    var selected: [Int] = []
}

/// A map of circles with a button in the middle of each; a tap beside them is noted.
struct TestMap: View {
    @Bindable var model: MapModel
    var radius = 150.0

    var body: some View {
        MapReader { map in
            Map(position: $model.position) {
                ForEach(model.centers.indices.map { Center(id: $0, at: model.centers[$0]) }) {
                    CenterMark(center: $0, radius: radius, model: model)
                }
                UserAnnotation()
            }
            .onTapGesture { point in
                if let tapped = map.convert(point, from: .local) { model.taps.append(tapped) }
            }
        }
        .frame(width: 300, height: 200)
    }
}

struct Center: Identifiable {
    let id: Int
    let at: CLLocationCoordinate2D
}

struct CenterMark: MapContent {
    let center: Center
    let radius: Double
    let model: MapModel

    var body: some MapContent {
        MapCircle(center: center.at, radius: radius)
            .foregroundStyle(.blue.opacity(0.2))
            .stroke(.blue, style: StrokeStyle(lineWidth: 2, dash: [4, 4]))
        Annotation("Place \(center.id)", coordinate: center.at) {
            Button("Select \(center.id)") { model.selected.append(center.id) }
        }
    }
}

@MainActor
func show(
    _ model: MapModel,
    radius: Double = 150,
    userLocation: CLLocationCoordinate2D? = nil
) -> ViewHost {
    ViewHost(TestMap(model: model, radius: radius)) { environment in
        environment.simulatedUserLocation = { userLocation }
    }
}
