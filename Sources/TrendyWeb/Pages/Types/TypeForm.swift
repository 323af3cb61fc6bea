import TrendyAppSupport
import TrendyLocalization

/// The form of an event type.
@MainActor
struct TypeForm {
    /// The names of the fields.
    enum Field {
        static let name = "name"
        static let icon = "icon"
        static let color = "color"
    }

    let editor: EventTypeEditorViewModel
    /// The values in the database by name.
    let stored: [(name: String, value: String)]
    /// The fields that another browser or device changed meanwhile, too.
    private(set) var changes: [FormValues.Change] = []

    /// Creates the form of an editor that was loaded.
    init(_ editor: EventTypeEditorViewModel) {
        self.editor = editor
        stored = [
            (Field.name, editor.name), (Field.icon, editor.icon), (Field.color, editor.color),
        ]
    }

    /// Applies the fields that the person changed.
    mutating func apply(_ form: FormValues) {
        for (name, value) in stored {
            let change = form.change(of: name, stored: value)
            if let change, change.entered != nil { changes.append(change) }
            guard form.isTouched(name, stored: value), let entered = form.entered(name) else {
                continue
            }
            switch name {
            case Field.name: editor.name = entered
            case Field.icon:
                // Only what the page offers, so that no other text becomes an icon.
                if editor.icons.contains(where: { $0.id == entered }) { editor.icon = entered }
            default:
                if editor.colors.contains(where: { $0.id == entered }) { editor.color = entered }
            }
        }
    }

    /// What is wrong with a field; `nil` when it is valid.
    func problem(of name: String) -> String? {
        if let change = changes.first(where: { $0.name == name }) {
            return Strings.WebTimeline.changedTo(["value": text(change.stored, of: name)])
        }
        return name == Field.name ? editor.nameProblem : nil
    }

    private func text(_ value: String, of name: String) -> String {
        switch name {
        case Field.icon: editor.icons.first { $0.id == value }?.name ?? value
        case Field.color: editor.colors.first { $0.id == value }?.name ?? value
        default: value
        }
    }
}
