import SimulatedSwiftUI
import SwiftUI
import Testing

/// Views as an app writes them: that they compile is the larger part of the test.
@MainActor
@Suite("Usage")
struct UsageTests {
    @MainActor
    @Observable
    fileprivate final class Router {
        var selection = 0
        var isLoaded = false

        func load() async {
            await Task.yield()
            isLoaded = true
        }
    }

    fileprivate enum Status: Hashable {
        case idle
        case running(Double)
        case failed(message: String)
    }

    fileprivate struct Card: ViewModifier {
        var isProminent = false
        @Environment(\.colorScheme) private var scheme

        func body(content: Content) -> some View {
            content
                .padding(.horizontal)
                .padding(.vertical, 8)
                .frame(maxWidth: .infinity, alignment: .leading)
                .background(.regularMaterial, in: .rect(cornerRadius: 12))
                .overlay {
                    RoundedRectangle(cornerRadius: 12, style: .continuous)
                        .strokeBorder(.quaternary, lineWidth: 1)
                }
                .clipShape(.capsule)
                .shadow(color: .black.opacity(scheme == .dark ? 0.4 : 0.1), radius: 4, y: 2)
        }
    }

    private struct Tile<Content: View>: View {
        let title: LocalizedStringKey
        @ViewBuilder let content: Content

        var body: some View {
            VStack(alignment: .leading, spacing: 4) {
                Text(title)
                    .font(.system(.caption, design: .rounded, weight: .semibold))
                    .foregroundStyle(.secondary)
                content
                    .font(.title2.monospacedDigit())
            }
            .card()
        }
    }

    private struct StatusView: View {
        let status: Status
        @Binding var retries: Int

        var body: some View {
            switch status {
            case .idle:
                Label("Idle", systemImage: "moon.zzz")
            case .running(let progress) where progress > 0.9:
                Text("Almost done")
            case .running(let progress):
                Text(progress, format: .percent.precision(.fractionLength(0)))
                    .foregroundStyle(progress > 0.5 ? AnyShapeStyle(.tint) : AnyShapeStyle(.red))
            case .failed(let message):
                if retries < 3 {
                    Button(role: .destructive) {
                        retries += 1
                    } label: {
                        Label(message, systemImage: "exclamationmark.triangle.fill")
                    }
                    .buttonStyle(.bordered)
                    .tint(.orange)
                } else {
                    Text("Gave up after \(retries) tries")
                }
            }
        }
    }

    private struct Root: View {
        @State private var retries = 0
        @State private var status: Status
        @Environment(Router.self) private var router
        @Environment(\.accessibilityReduceMotion) private var reduceMotion

        init(status: Status = .idle) {
            _status = State(initialValue: status)
        }

        var body: some View {
            @Bindable var router = router
            ScrollView {
                LazyVStack(spacing: 12, pinnedViews: .sectionHeaders) {
                    header
                    Tile(title: "Steps") { Text("8,000") }
                    StatusView(status: status, retries: $retries)
                    picker(selection: $router.selection)
                    Grid(alignment: .leading, horizontalSpacing: 8) {
                        GridRow {
                            Text("a")
                            Circle().fill(Color.blue.gradient).frame(width: 8, height: 8)
                        }
                        Divider().gridCellColumns(2)
                    }
                }
                .animation(reduceMotion ? nil : .default, value: retries)
            }
            .task { await router.load() }
            .onChange(of: retries) { _, new in
                if new >= 2 { withAnimation { status = .failed(message: "Still failing") } }
            }
        }

        @ViewBuilder private var header: some View {
            if router.isLoaded {
                Text("Loaded").bold().foregroundStyle(.green)
                    + Text(
                        verbatim:
                            " \(Date(timeIntervalSinceReferenceDate: 0).timeIntervalSince1970 > 0)"
                    )
            } else {
                Text("\(Image(systemName: "hourglass")) Loading").italic()
            }
        }

        private func picker(selection: Binding<Int>) -> some View {
            HStack {
                ForEach(0..<3) { index in
                    Button {
                        selection.wrappedValue = index
                    } label: {
                        Text("\(index)")
                            .fontWeight(selection.wrappedValue == index ? .bold : .regular)
                    }
                    .accessibilityAddTraits(selection.wrappedValue == index ? .isSelected : [])
                }
            }
            .buttonStyle(.plain)
        }
    }

    @Test("A screen of an app is shown and operated")
    func screen() async throws {
        let router = Router()
        let host = ViewHost(
            Root(status: .failed(message: "No network")).environment(router)
        )
        #expect(host.screen.texts.first == " Loading")

        try host.tap("No network")
        try host.tap("No network")
        try host.tap("2")
        let screen = try await host.wait { $0.contains("Loaded true") }

        #expect(router.selection == 2)
        #expect(
            screen.outline == """
                scroll
                  text "Loaded true"
                  text "Steps"
                  text "8,000"
                  button "Still failing" (destructive)
                  button "0"
                  button "1"
                  button "2" (selected)
                  text "a"
                  separator
                """
        )
    }
}

extension View {
    fileprivate func card() -> some View {
        modifier(UsageTests.Card())
    }
}
