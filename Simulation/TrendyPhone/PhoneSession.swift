import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import SimulatedSwiftUI
import SwiftUI
import TrendyAppSupport
import TrendyKit
import TrendySimulation
import TrendyStore

/// A phone on the page: the app's screen, and what happened.
///
/// It belongs to the simulation's thread.
@MainActor
final class PhoneSession {
    /// How the phone shows apps.
    struct Display: Equatable {
        var language = "en"
        var textSize = DynamicTypeSize.large
        var isDark = false
        var isLandscape = false
    }

    let handset: Handset
    /// Receives each new screen as HTML with its attributes.
    private let onScreen: (String) -> Void
    private let root: @MainActor (TrendyApp) -> AnyView
    private let catalogs: StringCatalogs
    private var host: ViewHost?
    private var isDrawingDue = false
    /// Whether the drawn screen has a map, which shows where the person is.
    private var hasMap = false
    private var drawnPosition: CLLocationCoordinate2D?
    /// The number of URLs that the present app has opened.
    private var openedURLs = 0
    private(set) var log: [String] = []
    private(set) var display = Display()
    /// The names on the screen in reading order, as drawn last.
    private(set) var accessibleNames: [String] = []
    /// The push queue as it was read last.
    private(set) var queue = QueueStatus()
    /// How often the app has opened the Settings app.
    private(set) var settingsOpenings = 0
    var isDiskFull = false

    /// The number of lines of the log that are kept.
    private static let logLimit = 200

    init(
        _ handset: Handset,
        catalogs: StringCatalogs,
        root: @escaping @MainActor (TrendyApp) -> AnyView,
        onScreen: @escaping (String) -> Void
    ) {
        self.handset = handset
        self.catalogs = catalogs
        self.root = root
        self.onScreen = onScreen
        handset.onStart = { [unowned self] app in show(app) }
        handset.onEnd = { [unowned self] in MainActor.assumeIsolated { hide() } }
        draw()
    }

    /// Adds a line to the phone's log.
    func note(_ line: String, at date: Date) {
        var format = Date.FormatStyle(locale: Locale(identifier: "de"))
            .hour(.twoDigits(amPM: .omitted)).minute().second()
        format.timeZone = handset.phone.timeZone
        let time = date.formatted(format)
        log.append("\(time) \(line)")
        if log.count > Self.logLimit { log.removeFirst(log.count - Self.logLimit) }
    }

    /// Changes how the phone shows apps.
    ///
    /// The app's screen is made again; a change of the language ends the app, as on iOS.
    func setDisplay(_ display: Display) {
        guard display != self.display else { return }
        let isOtherLanguage = display.language != self.display.language
        self.display = display
        handset.locale = Locale(identifier: display.language)
        if isOtherLanguage { return handset.kill() }
        if let app = handset.app { show(app) } else { draw() }
    }

    /// Performs an action of the screen.
    ///
    /// - Throws: ``CommandError`` if the element is gone, as after a change of the screen.
    func act(_ element: String, _ handler: String, _ command: WorldCommand) throws {
        guard let host, let id = Int(element.drop { !$0.isNumber }.split(separator: "n").last ?? "")
        else { throw CommandError(message: "The app does not run.") }
        let value: ScreenInput =
            if let text = command.text {
                .text(text)
            } else if let number = command.number {
                .number(number)
            } else if let flag = command.flag {
                .flag(flag)
            } else if let x = command.x, let y = command.y {
                .point(x: x, y: y)
            } else {
                .none
            }
        guard host.perform(handler, value, onElement: id) else {
            throw CommandError(message: "The element is no longer on the screen.")
        }
        countSettingsOpenings(of: host)
        drawSoon()
    }

    private func countSettingsOpenings(of host: ViewHost) {
        let count = host.urlsOpenedBySystem.count
        if count > openedURLs { settingsOpenings += 1 }
        openedURLs = count
    }

    /// Draws the screen if it changed, or if it may show that the person moved.
    func drawIfNeeded() {
        if isDrawingDue || host?.needsUpdate == true || hasMovedOnMap { draw() }
    }

    private var hasMovedOnMap: Bool {
        guard hasMap, let position = handset.phone.location.visiblePosition else { return false }
        return position.latitude != drawnPosition?.latitude
            || position.longitude != drawnPosition?.longitude
    }

    /// Reads the state of the push queue; keeps the last one while the database is closed.
    func readQueue() async {
        guard let store = handset.app?.engine?.store else { return }
        if let status = try? await store.read({ try $0.queue.status() }) { queue = status }
    }

    func drawSoon() { isDrawingDue = true }

    private func show(_ app: TrendyApp) {
        host?.removeView()
        let (display, catalogs) = (display, catalogs)
        let (timeline, location) = (handset.phone.timeline, handset.phone.location)
        openedURLs = 0
        host = ViewHost(root(app)) { environment in
            environment.simulatedClock = { timeline.now }
            environment.simulatedStrings = { key, _, _, _ in
                catalogs.text(key, in: display.language)
            }
            environment.locale = Locale(identifier: display.language)
            environment.dynamicTypeSize = display.textSize
            environment.colorScheme = display.isDark ? .dark : .light
            environment.layoutDirection = display.language == "ar" ? .rightToLeft : .leftToRight
            environment.timeZone = handset.phone.timeZone
            environment.simulatedUserLocation = { location.visiblePosition }
        }
        draw()
    }

    private func hide() {
        host?.removeView()
        host = nil
        draw()
    }

    private func draw() {
        isDrawingDue = false
        let screen = host?.screen
        hasMap = screen?.elements(role: .map).isEmpty == false
        drawnPosition = handset.phone.location.visiblePosition
        let renderer = HTMLRenderer(
            prefix: "\(handset.name)-",
            locale: Locale(identifier: display.language)
        )
        let html = screen.map { renderer.html(of: $0) } ?? ""
        accessibleNames = screen?.accessibleNames ?? []
        let drawing = Drawing(
            html: html,
            attributes: [
                "class": "screen" + (display.isDark ? " dark" : "")
                    + (display.isLandscape ? " landscape" : ""),
                "dir": display.language == "ar" ? "rtl" : "ltr", "lang": display.language,
                "style": "--text-scale:\(HTMLRenderer.textScale(display.textSize))",
                "data-running": host == nil ? "false" : "true",
            ]
        )
        // Encoding texts cannot fail.
        guard let json = try? JSONEncoder().encode(drawing) else { return }
        onScreen(String(decoding: json, as: UTF8.self))
    }

    private struct Drawing: Encodable {
        let html: String
        let attributes: [String: String]
    }
}
