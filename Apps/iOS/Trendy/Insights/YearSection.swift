import SwiftUI
import TrendyAppSupport
import TrendyModel

/// A year of the chosen metric or event type: calendar and months.
struct YearSection: View {
    let model: InsightsViewModel
    let onSelect: @MainActor (CalendarDay) -> Void

    var body: some View {
        Picker("Metric or type", selection: subject) {
            ForEach(model.subjects) { subject in
                Label(subject.name, systemImage: subject.icon).tag(String?.some(subject.id))
            }
        }
        YearStepper(
            title: model.yearTitle,
            canShowNext: model.canShowNextYear,
            onPrevious: { Task { await model.showPreviousYear() } },
            onNext: { Task { await model.showNextYear() } }
        )
        if let map = model.heatMap {
            Card(model.total.map { Text($0) }) {
                HeatMapView(map: map, color: color, onSelect: onSelect)
            }
        }
        Card(Text("Months")) {
            Text(model.trend)
            MonthsChart(
                bars: model.months.map { month in
                    ChartBar(
                        id: month.id,
                        label: month.label,
                        value: month.value,
                        text: month.value == nil ? nil : Text(month.text)
                    )
                },
                color: color
            )
        }
    }

    private var subject: Binding<String?> {
        Binding {
            model.subjectID
        } set: { id in
            if let id { Task { await model.select(id) } }
        }
    }

    private var color: Color {
        model.subjects.first { $0.id == model.subjectID }.map { Color(hex: $0.color) }
            ?? .accentColor
    }
}
