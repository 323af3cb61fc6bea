/// A set of accessibility traits that describe how an element behaves.
public struct AccessibilityTraits: SetAlgebra, Sendable {
    var traits: Set<ElementTrait>

    /// The type of an element of the set.
    public typealias Element = AccessibilityTraits
    /// The type of an element of a literal.
    public typealias ArrayLiteralElement = AccessibilityTraits

    /// Creates an empty set.
    public init() {
        traits = []
    }

    private init(_ trait: ElementTrait) {
        traits = [trait]
    }

    /// The accessibility element is a button.
    public static let isButton = AccessibilityTraits(.button)
    /// The accessibility element is a header that divides content into sections.
    public static let isHeader = AccessibilityTraits(.header)
    /// The accessibility element is currently selected.
    public static let isSelected = AccessibilityTraits(.selected)
    /// The accessibility element is a link.
    public static let isLink = AccessibilityTraits(.link)
    /// The accessibility element is a search field.
    public static let isSearchField = AccessibilityTraits(.searchField)
    /// The accessibility element is an image.
    public static let isImage = AccessibilityTraits(.image)
    /// The accessibility element is a static text that cannot be modified by the user.
    public static let isStaticText = AccessibilityTraits(.staticText)
    /// The accessibility element provides summary information when the application starts.
    public static let isSummaryElement = AccessibilityTraits(.summary)
    /// The accessibility element frequently updates its label or value.
    public static let updatesFrequently = AccessibilityTraits(.updatesFrequently)
    /// The siblings of the element are ignored.
    public static let isModal = AccessibilityTraits(.modal)
    /// The accessibility element is a toggle.
    public static let isToggle = AccessibilityTraits(.toggle)
    /// The accessibility element is a tab bar.
    public static let isTabBar = AccessibilityTraits(.tabBar)

    /// Whether the traits of another set are all in this one.
    public func contains(_ member: AccessibilityTraits) -> Bool {
        member.traits.isSubset(of: traits)
    }

    /// The traits of either set.
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits {
        with { $0.formUnion(other.traits) }
    }

    /// The traits of both sets.
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
        with { $0.formIntersection(other.traits) }
    }

    /// The traits that only one of the sets has.
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        with { $0.formSymmetricDifference(other.traits) }
    }

    /// Adds traits.
    @discardableResult
    public mutating func insert(
        _ newMember: AccessibilityTraits
    ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        let isNew = !contains(newMember)
        traits.formUnion(newMember.traits)
        return (isNew, newMember)
    }

    /// Removes traits.
    @discardableResult
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        let present = intersection(member)
        traits.subtract(member.traits)
        return present.traits.isEmpty ? nil : present
    }

    /// Adds traits.
    @discardableResult
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        let present = intersection(newMember)
        traits.formUnion(newMember.traits)
        return present.traits.isEmpty ? nil : present
    }

    /// Adds the traits of another set.
    public mutating func formUnion(_ other: AccessibilityTraits) {
        traits.formUnion(other.traits)
    }

    /// Keeps the traits of another set.
    public mutating func formIntersection(_ other: AccessibilityTraits) {
        traits.formIntersection(other.traits)
    }

    /// Keeps the traits that only one of the sets has.
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {
        traits.formSymmetricDifference(other.traits)
    }

    private func with(_ change: (inout Set<ElementTrait>) -> Void) -> AccessibilityTraits {
        var copy = self
        change(&copy.traits)
        return copy
    }
}

/// Defines the behavior for the child elements of the new parent element.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    let behavior: AccessibilityAttributes.Children

    /// Any child accessibility elements become hidden.
    public static let ignore = AccessibilityChildBehavior(behavior: .ignore)
    /// Any child accessibility elements become children of the new accessibility element.
    public static let contain = AccessibilityChildBehavior(behavior: .contain)
    /// Any child accessibility element's properties are merged into the new element.
    public static let combine = AccessibilityChildBehavior(behavior: .combine)
}

/// The hierarchy of a heading in relation other headings.
public enum AccessibilityHeadingLevel: UInt, Sendable {
    /// A heading without a hierarchy.
    case unspecified
    /// Level 1 heading.
    case h1
    /// Level 2 heading.
    case h2
    /// Level 3 heading.
    case h3
    /// Level 4 heading.
    case h4
    /// Level 5 heading.
    case h5
    /// Level 6 heading.
    case h6
}

/// The direction of an adjustable action.
public enum AccessibilityAdjustmentDirection: Sendable {
    /// Increase the value.
    case increment
    /// Decrease the value.
    case decrement
}

/// The structure that defines the kinds of available accessibility actions.
public struct AccessibilityActionKind: Equatable, Sendable {
    private enum Kind: Equatable {
        case standard(String)
        case named(Text)
    }

    private let kind: Kind

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// Creates an action with a name.
    public init(named name: Text) {
        kind = .named(name)
    }

    /// The value that represents the default accessibility action.
    public static let `default` = AccessibilityActionKind(.standard("activate"))
    /// The value that represents an action that cancels a pending accessibility action.
    public static let escape = AccessibilityActionKind(.standard("escape"))
    /// The value that represents the magic tap action.
    public static let magicTap = AccessibilityActionKind(.standard("magicTap"))

    func name(in environment: EnvironmentValues) -> HandlerName {
        switch kind {
        case .standard(let name): HandlerName(rawValue: name)
        case .named(let text): .accessibilityAction(text.string(in: environment))
        }
    }
}

/// Shows one view and offers another to assistive technology.
struct AccessibilityRepresentation<Representation: View> {
    let representation: Representation
}

extension AccessibilityRepresentation: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.child(.slot("content"), content.accessibilityHidden(true))
        node.child(.slot("representation"), representation.modifier(SpokenOnlyModifier()))
    }
}
