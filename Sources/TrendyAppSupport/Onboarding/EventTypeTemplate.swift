import TrendyKit
public import TrendyLocalization
public import TrendyModel

/// A suggested event type for the onboarding.
public struct EventTypeTemplate: Sendable, Hashable, Identifiable {
    /// The localized name.
    public let name: LocalizedText
    /// The colour, `#RRGGBB`.
    public let color: String
    /// The name of an SF Symbol.
    public let icon: String

    /// The key of the name.
    public var id: String { name.key }

    /// The event type to create.
    public var eventType: EventType { EventType(name: name(), color: color, icon: icon) }

    /// The suggestions in display order.
    ///
    /// Types that capture creates are not among them.
    public static let all = [
        EventTypeTemplate(
            name: Strings.Onboarding.coffee,
            color: "#8B5E3C",
            icon: "cup.and.saucer.fill"
        ),
        EventTypeTemplate(name: Strings.Onboarding.meal, color: "#D9822B", icon: "fork.knife"),
        EventTypeTemplate(
            name: Strings.Onboarding.medication,
            color: "#C0392B",
            icon: "pills.fill"
        ),
        EventTypeTemplate(name: Strings.Onboarding.mood, color: "#F2B134", icon: "face.smiling"),
        EventTypeTemplate(
            name: Strings.Onboarding.headache,
            color: "#7D5BA6",
            icon: "bolt.heart.fill"
        ),
        EventTypeTemplate(name: Strings.Onboarding.reading, color: "#4F7CAC", icon: "book.fill"),
    ]
}
