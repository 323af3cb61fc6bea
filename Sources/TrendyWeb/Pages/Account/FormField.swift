/// An input with its label and what is wrong with it.
struct FormField {
    /// The id of the input, and the start of the id of its error.
    let id: String
    /// The name of the field.
    let name: String
    let label: String
    var type = "text"
    var autocomplete = "off"
    var value = ""
    var error: String?
    /// Further attributes of the input.
    var attributes: [HTMLAttribute] = []

    var html: HTML {
        tag(.div, .class("field")) {
            tag(.label, .for(id)) { label }
            tag(
                .input,
                attributes: [
                    .id(id), .name(name), .type(type), .set(.autocomplete, autocomplete),
                    value.isEmpty ? .none : .value(value), .flag(.required),
                    error == nil ? .none : .aria("invalid", "true"),
                    error == nil ? .none : .aria("describedby", "\(id)-error"),
                ] + attributes
            )
            if let error { tag(.p, .id("\(id)-error"), .class("field-error")) { error } }
        }
    }
}
