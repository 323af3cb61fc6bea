extension CLMonitor {
    /// That the device is in a circle.
    public struct CircularGeographicCondition: CLCondition {
        /// Its center.
        public let center: CLLocationCoordinate2D
        /// Its radius in meters.
        public let radius: CLLocationDistance

        private enum CodingKeys: String, CodingKey {
            case latitude
            case longitude
            case radius
        }

        /// A circle by its center and its radius in meters.
        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
            self.center = center
            self.radius = radius
        }

        /// As ``encode(to:)`` wrote it.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            center = CLLocationCoordinate2D(
                latitude: try values.decode(Double.self, forKey: .latitude),
                longitude: try values.decode(Double.self, forKey: .longitude)
            )
            radius = try values.decode(Double.self, forKey: .radius)
        }

        /// Under keys of our own; Apple's are not documented.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(center.latitude, forKey: .latitude)
            try values.encode(center.longitude, forKey: .longitude)
            try values.encode(radius, forKey: .radius)
        }
    }
}
