import SwiftUI
import TrendyAppSupport

/// What the app knows about its own state, to read and to share.
struct DiagnosisScreen: View {
    let model: DiagnosisViewModel
    @State private var file: URL?

    var body: some View {
        List {
            Section {
                Text(model.summary)
                ForEach(model.findings) { finding in
                    Banner(Text(finding.text), remedy: Text(finding.remedy))
                }
                FormFieldError(model.problem)
            }
            ForEach(model.sections) { section in
                Section(section.title) {
                    ForEach(section.lines) { line in
                        LabeledContent(line.label, value: line.value)
                    }
                }
            }
            Section {
                Button("Compare with the server") { Task { await model.checkServer() } }
                    .disabled(!model.canCheckServer)
                if model.isChecking { ProgressView("Comparing") }
            }
            Section {
                ShareLink("Share as text", item: model.shareText)
                if let file {
                    ShareLink("Share the file", item: file)
                } else {
                    Button("Make a file to share") { Task { file = await model.makeFile() } }
                }
            } footer: {
                Text("The diagnosis contains no event, no health data and no position.")
            }
        }
        .navigationTitle("Diagnosis")
        .task { await model.run() }
        .refreshable { await model.refresh() }
    }
}
