import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The routes of the devices pages.
enum DevicesPages {
    static let routes: [WebRoute] = [
        .get("/devices") { context in try await page(context) },
        .post("/devices/sync") { context in
            let model = status(context)
            await model.refresh()
            // A run can take minutes; the page shows its progress.
            if context.viewer.place == .device, model.canSync {
                await context.engine.requestSync()
            }
            return .seeOther(PageArea.devices.path)
        },
        .post("/devices/sessions/{id}/end") { context in
            guard let account = context.viewer.account, let id = context.parameters["id"] else {
                throw WebError.notFound
            }
            guard try await account.sessions().contains(where: { $0.id == id }) else {
                return try await page(context, message: Strings.WebDevices.sessionGone())
            }
            try await account.endSession(id)
            return .seeOther(PageArea.devices.path)
        },
    ]

    /// The seconds after which an open page asks for new reports: they are no commits of the
    /// database that the page follows.
    private static let refreshSeconds = 4

    @MainActor
    private static func status(_ context: PageContext) -> SyncStatusViewModel {
        SyncStatusViewModel(
            engine: context.engine,
            dependencies: context.dependencies,
            formats: context.formats
        )
    }

    @MainActor
    private static func page(
        _ context: PageContext,
        message: String? = nil
    ) async throws -> WebResponse {
        let model = status(context)
        await model.refresh()
        await model.refreshDevices(waiting: PageContext.answerLimit)
        let sessions = try await context.viewer.account?.sessions()
        return await context.page(title: PageArea.devices.name, area: .devices) {
            tag(.div, .data("refresh", String(refreshSeconds))) {
                tag(.h1) { PageArea.devices.name }
                tag(.p, .class("quiet")) { Strings.WebDevices.intro() }
                if let message { tag(.p, .class("banner warning"), .role("status")) { message } }
                SyncSection.html(model, context)
                devices(model, context)
                SyncSection.history(model)
                if let sessions { SessionSection.html(sessions, context) }
            }
        }
    }

    @MainActor
    private static func devices(_ model: SyncStatusViewModel, _ context: PageContext) -> HTML {
        tag(.section, .aria("labelledby", "devices"), .data("key", "devices")) {
            tag(.h2, .id("devices")) { Strings.WebDevices.devices() }
            if let text = model.devicesText {
                tag(.p, .class(model.devices.isEmpty ? "empty" : "banner warning")) {
                    text
                    if let age = model.devicesAgeText { " \(age)" }
                }
            }
            if !model.devices.isEmpty {
                tag(.div, .class("device-list")) {
                    for device in model.devices {
                        DeviceCard.html(device, model.details(of: device))
                    }
                }
            }
        }
    }
}
