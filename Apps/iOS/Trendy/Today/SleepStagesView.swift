import SwiftUI

/// The stages of a night as a bar and as a list.
struct SleepStagesView: View {
    let stages: [SleepStage]
    let efficiency: String?

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.small) {
            if let efficiency { Text(efficiency) }
            Ribbon(
                stages.map { stage in
                    RibbonSegment(
                        id: stage.id,
                        start: stage.start,
                        end: stage.end,
                        color: stage.color,
                        text: stage.name
                    )
                }
            )
            // The list says the same.
            .accessibilityHidden(true)
            ForEach(stages) { stage in
                Row(
                    Text(stage.name),
                    value: Text(stage.text),
                    icon: "circle.fill",
                    color: stage.color
                )
            }
        }
    }
}

#Preview("A night") {
    SleepStagesView(
        stages: [
            SleepStage(
                id: "deep",
                name: "Deep",
                text: "1 h 20 min",
                start: 0,
                end: 0.2,
                color: .indigo
            ),
            SleepStage(
                id: "core",
                name: "Core",
                text: "5 h 10 min",
                start: 0.2,
                end: 1,
                color: .blue
            ),
        ],
        efficiency: "92 % of the time in bed"
    )
}
