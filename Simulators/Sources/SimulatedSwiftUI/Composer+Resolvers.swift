internal import MapKit
package import SwiftUI

extension Composer {
    /// Completes an element: sets its children and pulls upward data from the nodes below.
    package typealias Resolver = @MainActor (inout ScreenNode, ViewNode, Composer) -> Void

    /// The roles whose elements are more than their children in order.
    package static let resolvers: [Role: Resolver] = [
        .alternatives: chooseAlternative,
        .navigationStack: composeNavigationStack,
        .tabView: composeTabView,
        .list: composeList,
        .picker: composePicker,
        .slider: composeSlider,
        .textField: composeField,
        .secureField: composeField,
        .textEditor: composeField,
        .map: composeMap,
        .annotation: composeAnnotation,
    ]

    /// The first alternative, and the last at an accessibility size of type, which needs space.
    private static func chooseAlternative(
        _ element: inout ScreenNode,
        _ node: ViewNode,
        _ composer: Composer
    ) {
        let alternatives = composer.children(of: node)
        let isLarge = node.environment.dynamicTypeSize.isAccessibilitySize
        element.role = .generic
        element.children = (isLarge ? alternatives.last : alternatives.first).map { [$0] } ?? []
    }
}
