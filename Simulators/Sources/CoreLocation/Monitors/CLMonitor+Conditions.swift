extension CLMonitor {
    /// The condition that the device is inside of a circle.
    public struct CircularGeographicCondition: CLCondition {
        /// The centre.
        public let center: CLLocationCoordinate2D
        /// The radius in metres.
        public let radius: CLLocationDistance

        private enum CodingKeys: String, CodingKey {
            case latitude
            case longitude
            case radius
        }

        /// A circle with a centre and a radius in metres.
        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
            self.center = center
            self.radius = radius
        }

        /// Decodes the format of ``encode(to:)``.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            center = CLLocationCoordinate2D(
                latitude: try values.decode(Double.self, forKey: .latitude),
                longitude: try values.decode(Double.self, forKey: .longitude)
            )
            radius = try values.decode(Double.self, forKey: .radius)
        }

        /// Encodes with private keys; Apple's are not documented.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(center.latitude, forKey: .latitude)
            try values.encode(center.longitude, forKey: .longitude)
            try values.encode(radius, forKey: .radius)
        }
    }
}
