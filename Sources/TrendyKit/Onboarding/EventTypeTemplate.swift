public import TrendyLocalization
public import TrendyModel

/// A suggestion for what to record first.
public struct EventTypeTemplate: Sendable, Hashable, Identifiable {
    /// Its name in the person's language.
    public let name: LocalizedText
    /// Its colour, `#RRGGBB`.
    public let color: String
    /// The name of an SF Symbol.
    public let icon: String

    /// What tells it from the others.
    public var id: String { name.key }

    /// The type that it becomes.
    public var eventType: EventType { EventType(name: name(), color: color, icon: icon) }

    /// What is suggested, in the order it is shown: none that capture makes by itself.
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
