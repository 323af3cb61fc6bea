import SwiftUI

extension HTMLRenderer {
    /// Controls for input, as the elements of HTML that take it.
    static let controlDrawings: [ScreenRole: Drawing] = [
        .toggle: { $0.toggle($1) },
        .textField: { $0.field($1, type: "text") },
        .secureField: { $0.field($1, type: "password") },
        .textEditor: { $0.field($1, type: "text") },
        .searchField: { $0.searchField($1) },
        .picker: { $0.picker($1) },
        .datePicker: { $0.datePicker($1) },
        .colorPicker: { $0.colorPicker($1) },
        .stepper: { $0.stepper($1) },
        .slider: { $0.slider($1) },
        .progress: { $0.progress($1) },
        .gauge: { $0.gauge($1) },
        .disclosure: { $0.disclosure($1) },
    ]

    /// The name of a control, on the element that takes the input.
    func name(_ node: ScreenNode, _ tag: inout HTMLTag) {
        let label = node.label
        if !label.isEmpty { tag["aria-label"] = label }
        if !node.isEnabled { tag["disabled"] = "" }
    }

    private func toggle(_ node: ScreenNode) -> HTMLTag {
        if node.style.contains(.named("toggle", "button")) {
            var tag = HTMLTag("button")
            tag["type"] = "button"
            tag["aria-pressed"] = node.traits.contains(.selected) ? "true" : "false"
            tag["data-on"] = "activate"
            arrange(node, in: &tag)
            return tag
        }
        var tag = HTMLTag("label", class: "toggle")
        tag.append(contentsOf: labelTags(of: node.children))
        var input = HTMLTag("input", class: "switch")
        input["type"] = "checkbox"
        input["role"] = "switch"
        input["id"] = id(of: node) + "-input"
        if node.traits.contains(.selected) { input["checked"] = "" }
        name(node, &input)
        tag["data-on"] = "change"
        tag.append(input)
        return tag
    }

    private func field(_ node: ScreenNode, type: String) -> HTMLTag {
        let look = node.payload as? TextFieldLook
        let isMultiline = node.role == .textEditor || look?.isMultiline == true
        var tag = HTMLTag(isMultiline ? "textarea" : "input", class: "field")
        let text = node.value ?? ""
        if isMultiline {
            tag["rows"] = "3"
            // HTML drops a line break at the beginning.
            tag.append(text: text.hasPrefix("\n") ? "\n" + text : text)
        } else {
            tag["type"] = type
            // A password's dots are not its text: the field keeps what is typed.
            if type != "password" { tag["value"] = text }
        }
        let prompt = look?.prompt ?? ""
        // Without a prompt, the title is shown in an empty field.
        tag["placeholder"] = prompt.isEmpty ? node.label : prompt
        tag["autocomplete"] = "off"
        name(node, &tag)
        return tag
    }

    private func searchField(_ node: ScreenNode) -> HTMLTag {
        let look = node.payload as? SearchFieldLook
        var tag = HTMLTag("input", class: "search-field")
        tag["type"] = "search"
        tag["value"] = node.value ?? ""
        tag["placeholder"] = look?.prompt ?? node.label
        name(node, &tag)
        return tag
    }

    private func picker(_ node: ScreenNode) -> HTMLTag {
        let style = (node.payload as? PickerLook)?.style ?? "menu"
        let options = node.children.filter { $0.role == .option }
        let labels = node.children.filter { $0.role != .option }
        if style == "inline" || style == "segmented" {
            return choices(node, options, labels, style)
        }
        var tag = HTMLTag("label", class: "picker")
        tag.append(contentsOf: labelTags(of: labels))
        var select = HTMLTag("select")
        name(node, &select)
        select["id"] = id(of: node) + "-input"
        for option in options {
            var item = HTMLTag("option")
            item["value"] = option.identifier ?? ""
            if option.traits.contains(.selected) { item["selected"] = "" }
            item.append(text: option.label)
            select.append(item)
        }
        tag["data-on"] = "change"
        tag.append(select)
        return tag
    }

    /// A picker that shows all of its choices.
    private func choices(
        _ node: ScreenNode,
        _ options: [ScreenNode],
        _ labels: [ScreenNode],
        _ style: String
    ) -> HTMLTag {
        var tag = HTMLTag("div", class: "choices")
        tag.add(class: "choices-\(CSS.identifier(style))")
        tag["role"] = "radiogroup"
        tag["aria-label"] = node.label
        for option in options {
            var button = HTMLTag("button", class: "choice")
            button["type"] = "button"
            button["role"] = "radio"
            button["id"] = id(of: option)
            button["aria-checked"] = option.traits.contains(.selected) ? "true" : "false"
            button["data-on"] = "activate"
            if !node.isEnabled { button["disabled"] = "" }
            button.append(text: option.label)
            tag.append(button)
        }
        return tag
    }

    private func disclosure(_ node: ScreenNode) -> HTMLTag {
        let isOpen = node.value == "expanded"
        var tag = HTMLTag("div", class: "disclosure")
        var button = HTMLTag("button", class: "disclosure-label")
        button["type"] = "button"
        button["aria-expanded"] = isOpen ? "true" : "false"
        button["id"] = id(of: node)
        button["data-on"] = "activate"
        button.append(contentsOf: tags(of: Array(node.children.prefix(1))))
        tag["id"] = id(of: node) + "-group"
        tag["data-on"] = ""
        tag.append(button)
        tag.append(contentsOf: tags(of: Array(node.children.dropFirst())))
        return tag
    }
}
