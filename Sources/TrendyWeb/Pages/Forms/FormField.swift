/// A field of a form: its label, its control, and what is wrong with the entered value.
struct FormField {
    /// The id of the control, unique on the page.
    let id: String
    /// The name in the form.
    let name: String
    let label: String
    /// The entered value.
    let value: String
    /// What is wrong with the value; `nil` when it is valid.
    var problem: String?
    /// A sentence below the control; `nil` for none.
    var hint: String?

    /// An input of one line.
    func input(_ type: String = "text", _ attributes: HTMLAttribute...) -> HTML {
        field(tag(.input, attributes: [.type(type), .value(value)] + own + attributes))
    }

    /// A text of several lines.
    func area(rows: Int = 3) -> HTML {
        // A browser drops the first line break.
        field(tag(.textarea, attributes: own + [.set(.rows, String(rows))]) { "\n" + value })
    }

    /// A choice; a value that is no option is shown as chosen.
    func choice(_ options: [(value: String, title: String)]) -> HTML {
        let known = options.contains { $0.value == value }
        return field(
            tag(.select, attributes: own) {
                if !known { option((value, value)) }
                for item in options { option(item) }
            }
        )
    }

    /// A box to tick, with its label behind it.
    func box(_ on: String = "1") -> HTML {
        tag(.div, .class("field")) {
            tag(.label, .class("inline"), .for(id)) {
                tag(
                    .input,
                    attributes: [.type("checkbox"), .value(on), .flag(.checked, value == on)] + own
                )
                label
            }
            messages
        }
    }

    private func option(_ item: (value: String, title: String)) -> HTML {
        tag(.option, .value(item.value), .flag(.selected, item.value == value)) { item.title }
    }

    private func field(_ control: HTML) -> HTML {
        tag(.div, .class("field")) {
            tag(.label, .for(id)) { label }
            control
            messages
        }
    }

    @HTMLBuilder private var messages: HTML {
        if let problem { tag(.p, .class("field-error"), .id("\(id)-problem")) { problem } }
        if let hint { tag(.p, .class("quiet small"), .id("\(id)-hint")) { hint } }
    }

    private var own: [HTMLAttribute] {
        var attributes: [HTMLAttribute] = [.id(id), .name(name)]
        let descriptions = [
            problem.map { _ in "\(id)-problem" }, hint.map { _ in "\(id)-hint" },
        ].compactMap(\.self)
        if !descriptions.isEmpty {
            attributes.append(.aria("describedby", descriptions.joined(separator: " ")))
        }
        if problem != nil { attributes.append(.aria("invalid", "true")) }
        return attributes
    }
}
