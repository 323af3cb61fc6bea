package import SwiftUI

extension Composer {
    /// Makes the choices of a picker, and shows the selected one as its value.
    package static func composePicker(
        _ element: inout ScreenNode,
        _ node: ViewNode,
        _ composer: Composer
    ) {
        guard let look = node.element?.payload as? PickerLook else { return }
        let label = composer.slot("label", of: node)
        let isEnabled = node.environment.isEnabled
        var options = composer.slot("options", of: node).flatMap(choices)
            .map { option($0, look, isEnabled: isEnabled) }
        for index in options.indices { options[index].identifier = String(index) }
        element.explicitLabel = label.joinedLabel
        element.value = options.first { $0.traits.contains(.selected) }?.label
        element.children = (node.environment.labelsHidden ? [] : label) + options
        if !isEnabled { element.traits.insert(.disabled) }
        let handlers = options.map { $0.handlers[.activate] }
        element.handlers[.change] = { value in
            switch value {
            // A page sends the key of a choice as text.
            case .key(let key), .text(let key):
                guard let index = Int(key), handlers.indices.contains(index) else { return }
                handlers[index]?(.none)
            default: break
            }
        }
    }

    /// Names a field by its label, which is not shown beside it.
    package static func composeField(
        _ element: inout ScreenNode,
        _ node: ViewNode,
        _ composer: Composer
    ) {
        element.explicitLabel = composer.slot("label", of: node).joinedLabel
        element.children = []
    }

    /// Names a slider by its label, between the labels of its ends.
    package static func composeSlider(
        _ element: inout ScreenNode,
        _ node: ViewNode,
        _ composer: Composer
    ) {
        element.explicitLabel = composer.slot("label", of: node).joinedLabel
        element.children =
            composer.slot("minimum", of: node) + composer.slot("maximum", of: node)
    }

    /// The elements with tags in sections and stacks.
    private static func choices(in element: ScreenNode) -> [ScreenNode] {
        if element.attachments.tag != nil || element.attachments.identity != nil {
            return [element]
        }
        return element.role == .section ? element.children.flatMap(choices) : []
    }

    private static func option(
        _ content: ScreenNode,
        _ look: PickerLook,
        isEnabled: Bool
    ) -> ScreenNode {
        var option = ScreenNode(part: 20, of: content.id, role: .option)
        option.explicitLabel = content.label
        option.payload = content
        let attachments = content.attachments
        if let tag = attachments.tag ?? attachments.identity {
            if look.isSelected(tag) { option.traits.insert(.selected) }
            option.handlers[.activate] = { _ in look.select(tag) }
        }
        if !isEnabled { option.traits.insert(.disabled) }
        return option
    }
}

extension [ScreenNode] {
    /// The names of the elements, as assistive technology reads them together.
    var joinedLabel: String {
        map(\.label).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
