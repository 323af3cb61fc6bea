extension ViewNode {
    /// Makes the node a field for text with a label that names it.
    func declareField(
        _ role: Role,
        _ text: Binding<String>,
        prompt: Text?,
        label: some View,
        isMultiline: Bool = false,
        commit: @escaping @MainActor () -> Void = {}
    ) {
        var element = Element(role)
        // A secret is not read.
        element.value =
            role == .secureField
            ? String(repeating: "•", count: text.wrappedValue.count) : text.wrappedValue
        element.payload = TextFieldLook(
            prompt: prompt?.string(in: environment) ?? "",
            isMultiline: isMultiline,
            style: environment.textFieldStyleName,
            input: environment.textInput
        )
        element.handlers[.change] = { value in
            if case .text(let string) = value { text.wrappedValue = string }
        }
        element.handlers[.submit] = { [submit = environment.submitActions] _ in
            commit()
            submit.perform(.text)
        }
        element.handlers[.focus] = { if $0 == .flag(false) { commit() } }
        self.element = element
        child(.slot("label"), Carrier(content: label))
    }
}
