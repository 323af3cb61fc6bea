extension Role {
    package static let toggle = Role(rawValue: "toggle")
    package static let textField = Role(rawValue: "textField")
    package static let secureField = Role(rawValue: "secureField")
    package static let textEditor = Role(rawValue: "textEditor")
    package static let picker = Role(rawValue: "picker")
    /// A choice of a picker.
    package static let option = Role(rawValue: "option")
    package static let datePicker = Role(rawValue: "datePicker")
    package static let colorPicker = Role(rawValue: "colorPicker")
    package static let stepper = Role(rawValue: "stepper")
    package static let slider = Role(rawValue: "slider")
    package static let progress = Role(rawValue: "progress")
    package static let gauge = Role(rawValue: "gauge")
    package static let disclosure = Role(rawValue: "disclosure")
}
