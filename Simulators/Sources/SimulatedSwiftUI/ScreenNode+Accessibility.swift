package import SwiftUI

extension ScreenNode {
    /// Applies what a modifier says about this element.
    package mutating func apply(_ attributes: AccessibilityAttributes) {
        if let label = attributes.label { explicitLabel = label }
        if let value = attributes.value { self.value = value }
        if let hint = attributes.hint { self.hint = hint }
        if let identifier = attributes.identifier { self.identifier = identifier }
        if let isHidden = attributes.isHidden { isAccessibilityHidden = isHidden }
        if let level = attributes.headingLevel { headingLevel = level }
        if let priority = attributes.sortPriority { sortPriority = priority }
        traits.formUnion(attributes.addedTraits.map(ScreenTrait.init))
        traits.subtract(attributes.removedTraits.map(ScreenTrait.init))
        var handlers = attributes.handlers
        handlers.merge(self.handlers)
        self.handlers = handlers
        // A shape that is an accessibility element of its own is more than a decoration.
        if attributes.children != nil, role == .decoration { role = .generic }
        switch attributes.children {
        case .contain: role = role == .generic ? .group : role
        case .combine: combineChildren()
        case .ignore:
            hidesChildren = true
            role = role == .generic ? .group : role
        case nil: break
        }
    }

    /// The label that the app gave with the value, as both are read; `nil` without a label.
    ///
    /// A control for input has its value apart from its name.
    var explicitName: String? {
        guard let explicitLabel else { return nil }
        guard let value, role != .text, HTMLRenderer.controlDrawings[role] == nil else {
            return explicitLabel
        }
        return "\(explicitLabel), \(value)"
    }

    private mutating func combineChildren() {
        for child in children.flatMap(\.flattened) {
            handlers.merge(child.handlers)
            traits.formUnion(child.traits)
            headingLevel = headingLevel ?? child.headingLevel
        }
        explicitLabel = explicitLabel ?? label
        hidesChildren = true
        if handlers[.activate] != nil {
            role = .button
        } else if role == .generic {
            role = .group
        }
    }
}
