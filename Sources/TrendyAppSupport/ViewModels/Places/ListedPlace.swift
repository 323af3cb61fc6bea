import Foundation
import TrendyLocalization
import TrendyModel

/// A geofence as the list of places needs it, decoded once per change.
struct ListedPlace: Sendable, Equatable {
    let id: EntityID
    let name: String
    /// The name in lowercase without diacritics, for the search.
    let foldedName: String
    /// The fields, with placeholders for those that cannot be decoded; `nil` when nothing can.
    let geofence: Geofence?
    /// The field that cannot be decoded; `nil` when all can.
    let fieldError: FieldError?
    /// The centre; `nil` when it is not valid.
    let center: Coordinate?

    init(_ entity: Entity) {
        let zero = RawJSON(Int64(0))
        let read = entity.readable(
            as: Geofence.self,
            placeholders: [
                "name": RawJSON(Strings.Places.unknownPlace()), "latitude": zero,
                "longitude": zero, "radius": zero,
            ]
        )
        id = entity.id
        name = read?.fields.name ?? Strings.Places.unknownPlace()
        foldedName = Self.folded(name)
        geofence = read?.fields
        fieldError = read?.fieldError
        center = read.flatMap {
            $0.fieldError == nil
                ? Coordinate(latitude: $0.fields.latitude, longitude: $0.fields.longitude) : nil
        }
    }

    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    static func == (left: ListedPlace, right: ListedPlace) -> Bool {
        left.id == right.id && left.name == right.name && left.center == right.center
            && left.geofence?.document.json == right.geofence?.document.json
            && left.fieldError?.field == right.fieldError?.field
    }
}
