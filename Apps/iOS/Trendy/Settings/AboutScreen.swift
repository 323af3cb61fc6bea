import SwiftUI
import TrendyAppSupport

/// Versions and licences.
struct AboutScreen: View {
    let model: SettingsViewModel

    var body: some View {
        List {
            Section("Versions") {
                ForEach(model.versions) { line in
                    LabeledContent(line.label, value: line.value)
                }
            }
            Section("Licences") {
                ForEach(model.licenses) { license in
                    DisclosureGroup {
                        Text(license.text)
                            .font(.remark)
                            .textSelection(.enabled)
                    } label: {
                        Row(Text(license.name), detail: Text(license.kind))
                    }
                }
            }
        }
        .navigationTitle("About Trendy")
        .task { await model.run() }
    }
}
