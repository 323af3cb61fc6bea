package import TrendyHealth
package import TrendyLocalization
package import TrendyModel

/// Formats the content of an event as one line.
package struct EventFormatter {
    let formats: DisplayFormatter
    /// The labels of defined properties, by their keys.
    var labels: [String: String] = [:]

    /// A formatter.
    ///
    /// - `labels`: the labels of defined properties, by their keys; other properties show the key.
    package init(formats: DisplayFormatter, labels: [String: String] = [:]) {
        self.formats = formats
        self.labels = labels
    }

    /// The notes, measured value, place or properties of an event; `nil` when it has none.
    package func detail(of event: Event) -> String? {
        if let notes = event.notes, !notes.isEmpty { return notes }
        if let measured = measured(event) { return measured }
        if let place = event.locationName ?? event.originalTitle { return place }
        let properties = list(event.properties, atMost: 3)
        return properties.isEmpty ? nil : properties
    }

    /// Properties with their labels; empty when none can be displayed.
    ///
    /// The line of a route is left out: its text is for maps.
    package func list(_ properties: PropertyBag, atMost limit: Int = .max) -> String {
        properties.keys.lazy.filter { $0 != RouteLines.propertyName }.compactMap { key in
            properties[key].flatMap { text(for: $0) }.map {
                Strings.Values.property(["name": labels[key] ?? key, "value": $0])
            }
        }.prefix(limit).joined(separator: ", ")
    }

    /// The display name of an event's source.
    package static func source(_ source: SourceType) -> String {
        switch source {
        case .healthKit: Strings.Timeline.fromHealth()
        case .geofence: Strings.Timeline.fromPlaces()
        case .imported: Strings.Timeline.fromImport()
        default: Strings.Timeline.fromPerson()
        }
    }

    /// The measured value of a captured event; `nil` for other events and when the value is
    /// missing.
    package func measured(_ event: Event) -> String? {
        func number(_ key: String) -> Double? { event.properties.number(key) }
        switch event.healthKitCategory {
        case "steps": return number("count").map { filled(Strings.Values.steps, $0) }
        case "flights_climbed": return number("count").map { filled(Strings.Values.floors, $0) }
        case "active_energy":
            return number("kilocalories").map { filled(Strings.Values.kilocalories, $0) }
        case "distance_walking_running": return number("meters").map(distance)
        case "heart_rate": return heartRate(event)
        case "heart_rate_variability":
            return number("average").map { filled(Strings.Values.milliseconds, $0) }
        case "water": return number("milliliters").map { filled(Strings.Values.milliliters, $0) }
        case "body_mass":
            return number("kilograms").map { filled(Strings.Values.kilograms, $0, places: 1) }
        case "sleep": return number("asleep").map { formats.span(seconds: $0) }
        case "mindfulness": return number("duration").map { formats.span(seconds: $0) }
        case "workout": return workout(event)
        case "blood_pressure": return bloodPressure(event)
        default: return mainNumber(event)
        }
    }

    /// A value of a metric with its unit, such as the average of several days.
    package func text(of value: Double, _ metric: HealthMetric) -> String {
        guard let key = metric.valueProperty, let number = JSONNumber(value) else {
            return formats.number(value)
        }
        var event = Event(
            eventTypeID: metric.eventTypeID,
            timestamp: Instant(seconds: 0),
            sourceType: .healthKit
        )
        event.healthKitCategory = metric.rawValue
        let isDuration = metric == .sleep || metric == .workout || metric == .mindfulness
        event.properties[key] =
            isDuration || metric.aggregation == .duration
            ? .duration(seconds: number) : .number(number)
        return measured(event) ?? formats.number(value)
    }

    /// The main number of a metric that has no text of its own, with its unit.
    private func mainNumber(_ event: Event) -> String? {
        guard let category = event.healthKitCategory else { return nil }
        let metric = HealthMetric(rawValue: category)
        // An event of a type that this version does not know has the property of its aggregation.
        let keys = metric.map { [$0.valueProperty].compactMap(\.self) } ?? Self.mainProperties
        guard let key = keys.first(where: { event.properties[$0] != nil }),
            let number = event.properties.number(key)
        else { return nil }
        if case .duration = event.properties[key] { return formats.span(seconds: number) }
        var unit = metric?.unit?.rawValue
        if case .text(let text) = event.properties["unit"] { unit = text }
        let value = formats.number(number, places: abs(number) < 100 ? 1 : 0)
        guard let unit, unit != HealthUnit.count.rawValue else { return value }
        return "\(value) \(unit)"
    }

    private static let mainProperties = ["sum", "average", "count"]

    private func bloodPressure(_ event: Event) -> String? {
        let values = ["systolic", "diastolic"].map { key in
            event.properties.number(key).map { formats.number($0) } ?? "–"
        }
        return "\(values.joined(separator: "/")) \(HealthUnit.mmHg.rawValue)"
    }

    /// A distance, in kilometres from 1 km.
    func distance(_ meters: Double) -> String {
        meters < 1000
            ? filled(Strings.Values.meters, meters)
            : filled(Strings.Values.kilometers, meters / 1000, places: 1)
    }

    package func filled(_ phrase: LocalizedText, _ value: Double, places: Int = 0) -> String {
        phrase(["value": formats.number(value, places: places)])
    }

    private func heartRate(_ event: Event) -> String? {
        guard let average = event.properties.number("average") else {
            return event.properties.number("resting").map { filled(Strings.Values.perMinute, $0) }
        }
        guard let low = event.properties.number("minimum"),
            let high = event.properties.number("maximum")
        else { return filled(Strings.Values.perMinute, average) }
        return Strings.Values.perMinuteRange([
            "value": formats.number(average), "low": formats.number(low),
            "high": formats.number(high),
        ])
    }

    private func workout(_ event: Event) -> String? {
        var parts: [String] = []
        if case .text(let name) = event.properties["activity_name"] {
            parts.append(Strings.Activities.name(for: name))
        }
        if let duration = event.properties.number("duration") {
            parts.append(formats.span(seconds: duration))
        }
        let routeMeters = event.properties.number("route_meters")
        if let meters = event.properties.number("distance_meters") ?? routeMeters {
            parts.append(distance(meters))
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private func text(for value: PropertyValue) -> String? {
        switch value {
        case .text(let text), .select(let text), .url(let text), .email(let text): text
        case .number(let number): formats.number(number.double, places: 2)
        case .duration(let seconds): formats.span(seconds: seconds.double)
        case .boolean(let flag): flag ? Strings.Values.yes() : Strings.Values.no()
        case .day(let day): day.description
        case .instant(let instant): formats.dayAndTime(instant)
        case .series, .unvalidated: nil
        }
    }
}

extension PropertyBag {
    /// The value of a numeric property, or the seconds of a duration; `nil` when it is missing or
    /// not finite.
    package func number(_ key: String) -> Double? {
        switch self[key] {
        case .number(let number), .duration(let number):
            number.double.isFinite ? number.double : nil
        default: nil
        }
    }
}
