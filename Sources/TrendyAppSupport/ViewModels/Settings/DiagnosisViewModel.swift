public import Foundation
public import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
import TrendyStore

/// The view model of the diagnosis: problems with remedies, and counts that can be shared.
///
/// Contains no health values, places, notes or names.
@MainActor
@Observable
public final class DiagnosisViewModel: StoreBackedViewModel {
    /// A problem and its remedy.
    public struct Finding: Sendable, Equatable, Identifiable {
        /// The position.
        public let id: Int
        /// The problem.
        public let text: String
        /// What the person can do.
        public let remedy: String
    }

    /// A count or a state.
    public struct Line: Sendable, Equatable, Identifiable {
        /// A stable name.
        public let id: String
        /// The label.
        public let label: String
        /// The value as text.
        public let value: String
    }

    /// A group of lines.
    public struct Section: Sendable, Equatable, Identifiable {
        /// A stable name.
        public let id: String
        /// The title.
        public let title: String
        /// The lines.
        public let lines: [Line]
    }

    /// The problems; empty when there are none.
    public private(set) var findings: [Finding] = []
    /// The number of problems in a sentence; empty before the first read.
    public private(set) var summary = ""
    /// The counts and states.
    public private(set) var sections: [Section] = []
    /// The whole diagnosis as text to share; empty before the first read.
    public private(set) var shareText = ""
    /// Whether a comparison with the server is in progress.
    public private(set) var isChecking = false
    /// Whether the device can be compared with the server.
    public var canCheckServer: Bool { isSignedIn && !isChecking }
    /// Why the diagnosis may be outdated, or why an action failed; `nil` when neither is the case.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Report.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let diagnose: Diagnose
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let isSignedIn: Bool
    @ObservationIgnored private let directory: URL
    @ObservationIgnored private var diagnosis: Diagnosis?
    @ObservationIgnored private var agreement: Bool?
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates a view model over an engine.
    ///
    /// - `directory`: the directory of shared files.
    package init(
        engine: TrendyEngine,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        directory: URL = FileManager.default.temporaryDirectory
    ) {
        store = engine.store
        self.dependencies = dependencies
        self.formats = formats
        self.directory = directory
        diagnose = engine.diagnose
        isSignedIn = engine.coordinator != nil
    }

    /// Diagnoses once, when the screen appears.
    ///
    /// It does not follow changes, because it checks the whole database.
    public func run() async {
        await show()
    }

    /// Diagnoses again.
    public func refresh() async {
        await show()
    }

    /// Compares the device with the server, which needs the network.
    public func checkServer() async {
        guard canCheckServer else { return }
        isChecking = true
        defer { isChecking = false }
        await perform(orShow: Strings.Report.notCompared) {
            agreement = try await diagnose(comparesWithServer: true).digestsAgree
        }
    }

    /// Writes the diagnosis to a file to share.
    ///
    /// - Returns: the file; `nil` when it could not be written, see ``problem``.
    public func makeFile() async -> URL? {
        if diagnosis == nil { await show() }
        guard let diagnosis else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let today = formats.zones().day(containing: dependencies.wallClock.now())
        let file = directory.appending(path: "trendy-diagnosis-\(today).json")
        do {
            try encoder.encode(diagnosis).write(to: file, options: .atomic)
            return file
        } catch {
            problem = Strings.Report.notWritten(["reason": ErrorPresenter.text(for: error)])
            return nil
        }
    }

    func read() async throws {
        var new = try await diagnose()
        new.digestsAgree = agreement
        let report = DiagnosisReport(new, formats, now: dependencies.wallClock.now())
        diagnosis = new
        if report.findings != findings { findings = report.findings }
        if report.sections != sections { sections = report.sections }
        summary = report.summary
        shareText = report.text
    }
}
