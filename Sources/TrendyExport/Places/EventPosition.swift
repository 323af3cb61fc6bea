import TrendyModel

/// The position of an event and the name of its place.
struct EventPosition {
    /// Degrees north, as digits.
    let latitude: [UInt8]
    /// Degrees east, as digits.
    let longitude: [UInt8]
    /// The name of the place, as UTF-8.
    let name: [UInt8]

    /// Reads the position of the event, else that of its place; `nil` without both.
    init?(_ fields: EventFields, _ names: ExportNames, _ decoder: TextDecoder) {
        let place = fields.geofence.flatMap { names.place($0) }
        let ownName = Array(decoder.text(fields.locationName))
        name = ownName.isEmpty ? place?.name ?? [] : ownName
        if !fields.latitude.isEmpty, !fields.longitude.isEmpty {
            latitude = Array(fields.latitude)
            longitude = Array(fields.longitude)
        } else if let place, let north = JSONNumber(place.latitude),
            let east = JSONNumber(place.longitude)
        {
            latitude = Array(north.text.utf8)
            longitude = Array(east.text.utf8)
        } else {
            return nil
        }
    }
}
