package import TrendyModel

/// The MQTT topics of a device.
package struct PublishTopics: Sendable, Hashable {
    /// The default first level of the topics.
    package static let defaultPrefix = "trendy"
    /// The topic on which Home Assistant announces that it started.
    package static let homeAssistantStatus = "homeassistant/status"

    /// The first levels of the topics.
    package let prefix: String
    /// The device's id.
    package let device: EntityID

    /// Creates the topics of a device.
    package init(prefix: String = PublishTopics.defaultPrefix, device: EntityID) {
        self.prefix = prefix
        self.device = device
    }

    private var base: String { "\(prefix)/\(device)" }

    /// `online` or `offline`.
    package var availability: String { "\(base)/availability" }
    /// The changes of visits.
    package var visit: String { "\(base)/visit" }
    /// The place where the person is.
    package var currentPlace: String { "\(base)/current_place" }

    /// The value of a metric.
    package func metric(_ name: String) -> String { "\(base)/metric/\(name)" }
    /// Whether the person is at a place.
    package func place(_ id: EntityID) -> String { "\(base)/place/\(id)" }

    /// Whether a prefix can be the first levels of a topic: no wildcard, no `$` at the start, no
    /// empty level.
    package static func isValid(prefix: String) -> Bool {
        let levels = prefix.split(separator: "/", omittingEmptySubsequences: false)
        return prefix.utf8.count <= 256 && !prefix.hasPrefix("$")
            && levels.allSatisfy { !$0.isEmpty }
            && !prefix.unicodeScalars.contains {
                $0 == "+" || $0 == "#" || $0.properties.generalCategory == .control
            }
    }
}
