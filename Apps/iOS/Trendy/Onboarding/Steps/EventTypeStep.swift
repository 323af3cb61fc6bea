import SwiftUI
import TrendyAppSupport
import TrendyModel

/// Choosing what to record first.
struct EventTypeStep: View {
    let templates: [EventTypeTemplate]
    let isBusy: Bool
    let choose: @MainActor (EventTypeTemplate) -> Void
    let create: @MainActor (String) -> Void
    let skip: @MainActor () -> Void
    @State private var name = ""

    var body: some View {
        StepHeader(
            icon: "square.grid.2x2",
            title: Text("What do you want to record?"),
            text: Text("Choose one to begin with. You can add more at any time.")
        )
        VStack(spacing: Spacing.small) {
            ForEach(templates) { template in
                Button {
                    choose(template)
                } label: {
                    Row(
                        Text(template.eventType.name),
                        icon: template.icon,
                        color: Color(hex: template.color)
                    )
                }
                .buttonStyle(.plain)
            }
        }
        .disabled(isBusy)
        TextField("Something else", text: $name)
            .textFieldStyle(.roundedBorder)
            .submitLabel(.done)
            .onSubmit { create(name) }
            .disabled(isBusy)
        PrimaryButton(Text("Use this name"), isBusy: isBusy) { create(name) }
        SecondaryButton(Text("Skip"), action: skip)
            .disabled(isBusy)
    }
}

#Preview("Ready") {
    EventTypeStep(
        templates: EventTypeTemplate.all,
        isBusy: false,
        choose: { _ in },
        create: { _ in },
        skip: {}
    )
}

#Preview("Busy") {
    EventTypeStep(
        templates: EventTypeTemplate.all,
        isBusy: true,
        choose: { _ in },
        create: { _ in },
        skip: {}
    )
}
