import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The field of a property, by its type, with what is wrong with its value.
struct PropertyField: View {
    @Binding var draft: PropertyDraft

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.xSmall) {
            field.disabled(!draft.isEditable)
            FormFieldError(draft.problem)
        }
    }

    @ViewBuilder private var field: some View {
        switch draft.type {
        case .boolean:
            BooleanField(label: draft.label, isSet: $draft.isSet, isOn: $draft.isOn)
        case .date:
            DateField(
                label: draft.label,
                isSet: $draft.isSet,
                date: $draft.date,
                hasTime: $draft.hasTime
            )
        case .select:
            ChoiceField(label: draft.label, options: draft.options, text: $draft.text)
        case .text:
            TextPropertyField(label: draft.label, text: $draft.text)
        case .number:
            TextPropertyField(label: draft.label, text: $draft.text)
                .keyboardType(.numbersAndPunctuation)
        case .duration:
            TextPropertyField(label: draft.label, text: $draft.text, unit: draft.unit)
                .keyboardType(.decimalPad)
        case .url:
            TextPropertyField(label: draft.label, text: $draft.text)
                .keyboardType(.URL)
                .textInputAutocapitalization(.never)
                .autocorrectionDisabled()
        case .email:
            TextPropertyField(label: draft.label, text: $draft.text)
                .keyboardType(.emailAddress)
                .textInputAutocapitalization(.never)
                .autocorrectionDisabled()
        }
    }
}
