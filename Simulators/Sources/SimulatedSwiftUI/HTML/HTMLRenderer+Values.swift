import SwiftUI

extension HTMLRenderer {
    /// The type of an input of HTML for the parts of a date.
    private static func type(_ components: DatePickerComponents) -> String {
        if components == .date { return "date" }
        if components == .hourAndMinute { return "time" }
        return "datetime-local"
    }

    func datePicker(_ node: ScreenNode) -> HTMLTag {
        let look = node.payload as? DatePickerLook
        var tag = HTMLTag("label", class: "picker")
        tag.append(contentsOf: labelTags(of: node.children))
        var input = HTMLTag("input")
        input["type"] = look.map { Self.type($0.components) } ?? "date"
        input["value"] = look?.localText ?? ""
        if let minimum = look?.minimum { input["min"] = minimum }
        if let maximum = look?.maximum { input["max"] = maximum }
        input["id"] = id(of: node) + "-input"
        name(node, &input)
        tag["data-on"] = "change"
        tag.append(input)
        return tag
    }

    func colorPicker(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("label", class: "picker")
        tag.append(contentsOf: labelTags(of: node.children))
        var input = HTMLTag("input")
        input["type"] = "color"
        input["id"] = id(of: node) + "-input"
        name(node, &input)
        tag["data-on"] = "change"
        tag.append(input)
        return tag
    }

    func stepper(_ node: ScreenNode) -> HTMLTag {
        var tag = HTMLTag("div", class: "stepper")
        tag["role"] = "group"
        tag["aria-label"] = node.label
        tag["data-on"] = ""
        tag["id"] = id(of: node) + "-group"
        var texts = HTMLTag("div", class: "stepper-label")
        texts.append(contentsOf: labelTags(of: node.children))
        tag.append(texts)
        let steps: [(String, String, SystemWord)] = [
            ("decrement", "−", .decrease), ("increment", "+", .increase),
        ]
        for (name, sign, verb) in steps {
            var button = HTMLTag("button", class: "step")
            button["type"] = "button"
            button["id"] = id(of: node)
            button["data-step"] = name
            button["aria-label"] = "\(verb.text(in: locale)) \(node.label)"
            if !node.isEnabled || !node.actions.contains(name) { button["disabled"] = "" }
            button.append(text: sign)
            tag.append(button)
        }
        return tag
    }

    func slider(_ node: ScreenNode) -> HTMLTag {
        let look = node.payload as? SliderLook
        var tag = HTMLTag("input", class: "slider")
        tag["type"] = "range"
        if let look {
            tag["min"] = CSS.number(look.bounds.lowerBound)
            tag["max"] = CSS.number(look.bounds.upperBound)
            tag["step"] = look.step.map(CSS.number) ?? "any"
            tag["value"] = CSS.number(look.value)
        }
        if let value = node.value { tag["aria-valuetext"] = value }
        tag["data-on"] = "change"
        name(node, &tag)
        return tag
    }

    func progress(_ node: ScreenNode) -> HTMLTag {
        let look = node.payload as? ProgressLook
        var tag = HTMLTag("div", class: "progress")
        tag.append(contentsOf: labelTags(of: node.children))
        var bar = HTMLTag("div", class: "progress-bar")
        bar["role"] = "progressbar"
        bar["aria-label"] = node.label.isEmpty ? SystemWord.progress.text(in: locale) : node.label
        if let fraction = look?.fraction {
            bar["aria-valuenow"] = CSS.number(fraction * 100)
            bar.set("--fraction", CSS.number(fraction))
        } else {
            bar.add(class: "spinner")
        }
        tag.append(bar)
        return tag
    }

    func gauge(_ node: ScreenNode) -> HTMLTag {
        let look = node.payload as? GaugeLook
        var tag = HTMLTag("div", class: "progress")
        tag.append(contentsOf: labelTags(of: node.children))
        var bar = HTMLTag("div", class: "progress-bar")
        bar["role"] = "meter"
        bar["aria-label"] = node.label
        bar["aria-valuenow"] = CSS.number((look?.fraction ?? 0) * 100)
        bar["aria-valuemin"] = "0"
        bar["aria-valuemax"] = "100"
        if let value = node.value { bar["aria-valuetext"] = value }
        bar.set("--fraction", CSS.number(look?.fraction ?? 0))
        tag.append(bar)
        return tag
    }
}
