import TrendyModel

/// The discovery messages that make a device's topics entities of Home Assistant.
///
/// Format: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
struct HomeAssistantDiscovery {
    let topics: PublishTopics
    let version: String

    private var node: String { "trendy-\(topics.device)" }

    /// The sensor of a metric.
    func metric(_ metric: PublishedMetric) -> TopicState {
        var fields = common(name: metric.title, uniqueID: metric.name, icon: metric.icon)
        fields["state_topic"] = RawJSON(topics.metric(metric.name))
        fields["value_template"] = RawJSON("{{ value_json.value }}")
        fields["json_attributes_topic"] = RawJSON(topics.metric(metric.name))
        fields["json_attributes_template"] = RawJSON("{{ {'day': value_json.day} | tojson }}")
        fields["unit_of_measurement"] = RawJSON(metric.unit)
        fields["device_class"] = metric.deviceClass.map { RawJSON($0) }
        if metric.isDailyTotal {
            // A total may decrease after a correction, and begins again each day.
            fields["state_class"] = RawJSON("total")
            fields["last_reset_value_template"] = RawJSON("{{ value_json.since }}")
        } else {
            fields["state_class"] = RawJSON("measurement")
        }
        return config("sensor", metric.name, fields)
    }

    /// The occupancy sensor of a place.
    func place(_ place: PublishSnapshot.Place) -> TopicState {
        var fields = common(
            name: place.name,
            uniqueID: "place_\(place.id)",
            icon: "mdi:map-marker-radius"
        )
        fields["state_topic"] = RawJSON(topics.place(place.id))
        fields["value_template"] = RawJSON("{{ 'ON' if value_json.inside else 'OFF' }}")
        fields["device_class"] = RawJSON("occupancy")
        return config("binary_sensor", "place_\(place.id)", fields)
    }

    /// The sensor of the place where the person is.
    var currentPlace: TopicState {
        var fields = common(
            name: "Current place",
            uniqueID: "current_place",
            icon: "mdi:map-marker-account"
        )
        fields["state_topic"] = RawJSON(topics.currentPlace)
        fields["value_template"] = RawJSON("{{ value_json.name }}")
        return config("sensor", "current_place", fields)
    }

    private func common(name: String, uniqueID: String, icon: String) -> Document {
        let device = Document([
            .init(name: "identifiers", value: RawJSON(unchecked: Array("[\"\(node)\"]".utf8))),
            .init(name: "name", value: RawJSON("Trendy")),
            .init(name: "manufacturer", value: RawJSON("Trendy")),
            .init(name: "sw_version", value: RawJSON(version)),
        ])
        let origin = Document([
            .init(name: "name", value: RawJSON("trendy")),
            .init(name: "sw_version", value: RawJSON(version)),
        ])
        return Document([
            .init(name: "name", value: RawJSON(name)),
            .init(name: "unique_id", value: RawJSON("\(node)-\(uniqueID)")),
            .init(name: "icon", value: RawJSON(icon)),
            .init(name: "availability_topic", value: RawJSON(topics.availability)),
            .init(name: "device", value: device.json),
            .init(name: "origin", value: origin.json),
            .init(name: "qos", value: RawJSON(Int64(1))),
        ])
    }

    private func config(_ component: String, _ object: String, _ fields: Document) -> TopicState {
        TopicState(
            kind: .discovery,
            topic: "homeassistant/\(component)/\(node)/\(object)/config",
            payload: fields.json.utf8
        )
    }
}
