import HTTPTypes
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The pages of decisions on changes that a server refused, and on conflicts.
@MainActor
enum DecisionsPages {
    nonisolated static let routes: [WebRoute] = [
        .get("/decisions") { await DecisionsPage($0).response() },
        .post("/decisions/failed/retry") { try await retry($0, nil) },
        .get("/decisions/failed/export") { try await export($0, nil) },
        .post("/decisions/failed/{id}/retry") { try await retry($0, $0.id()) },
        .get("/decisions/failed/{id}/export") { try await export($0, $0.id()) },
        .get("/decisions/failed/{id}/discard") { try await discardPage($0) },
        .post("/decisions/failed/{id}/discard") { try await discard($0) },
        .post("/decisions/conflicts/{id}/restore") { try await conflict($0, restores: true) },
        .post("/decisions/conflicts/{id}/accept") { try await conflict($0, restores: false) },
        .post("/decisions/entries/{id}/restore") { try await conflicts($0, restores: true) },
        .post("/decisions/entries/{id}/accept") { try await conflicts($0, restores: false) },
        .post("/decisions/ask-first") { try await askFirst($0) },
    ]

    // MARK: Failed changes

    private static func retry(_ context: PageContext, _ id: EntityID?) async throws -> WebResponse {
        let page = await DecisionsPage(context)
        await page.failed.retry(id)
        return try await page.answer(.retried, page.failed.problem)
    }

    private static func export(
        _ context: PageContext,
        _ id: EntityID?
    ) async throws -> WebResponse {
        let page = await DecisionsPage(context)
        let text = await page.failed.export(id)
        if page.failed.problem != nil { throw WebError.unavailable }
        guard !text.isEmpty else { throw WebError.notFound }
        return .download(
            name: "trendy-unsent-changes.jsonl",
            type: "application/jsonl; charset=utf-8",
            body: .bytes(Array(text.utf8))
        )
    }

    private static func discardPage(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        let page = await DecisionsPage(context)
        guard let item = page.failed.items.first(where: { $0.id == id }) else {
            return .seeOther(PageArea.decisions.path)
        }
        await page.failed.askToDiscard(id)
        guard let question = page.failed.confirmation else { throw WebError.unavailable }
        return await context.page(title: Strings.WebDecisions.discardTitle(), area: .decisions) {
            tag(.section, .class("card message")) {
                tag(.h1) { Strings.WebDecisions.discardTitle() }
                tag(.p) { tag(.strong) { item.title } }
                tag(.p) { question.text }
                tag(
                    .form,
                    .method(.post),
                    .action(DecisionsPage.path("failed", id, "discard")),
                    .class("row")
                ) {
                    context.formToken
                    if question.withDependents {
                        tag(.input, .type("hidden"), .name("dependents"), .value("1"))
                    }
                    tag(.button, .class("danger")) { question.title }
                    tag(.a, .class("button"), .href(PageArea.decisions.path)) {
                        Strings.Web.cancel()
                    }
                    tag(.a, .href(DecisionsPage.path("failed", id, "export"))) {
                        Strings.WebDecisions.exportFirst()
                    }
                }
            }
        }
    }

    private static func discard(_ context: PageContext) async throws -> WebResponse {
        let id = try context.id()
        let page = await DecisionsPage(context)
        // Only with the page before it, which says that other entries are discarded, too.
        await page.failed.discard(id, withDependents: context.form["dependents"] == "1")
        return try await page.answer(.discarded, page.failed.problem)
    }

    // MARK: Conflicts

    private static func conflict(
        _ context: PageContext,
        restores: Bool
    ) async throws -> WebResponse {
        guard let id = context.parameters["id"].flatMap({ Int64($0) }) else {
            throw WebError.notFound
        }
        let page = await DecisionsPage(context)
        if restores {
            await page.conflicts.undo(id)
        } else {
            await page.conflicts.accept(id)
        }
        return try await page.answer(restores ? .restored : .accepted, page.conflicts.problem)
    }

    private static func conflicts(
        _ context: PageContext,
        restores: Bool
    ) async throws -> WebResponse {
        let id = try context.id()
        let page = await DecisionsPage(context)
        if restores {
            await page.conflicts.undoAll(of: id)
        } else {
            await page.conflicts.acceptAll(of: id)
        }
        return try await page.answer(restores ? .restored : .accepted, page.conflicts.problem)
    }

    private static func askFirst(_ context: PageContext) async throws -> WebResponse {
        let page = await DecisionsPage(context)
        let chosen = Set(context.form.values("type"))
        // Only types that the page showed: one that is new since then keeps its setting.
        let shown = Set(context.form.values("shown"))
        for type in page.conflicts.askFirst where shown.contains(type.id.description) {
            let isOn = chosen.contains(type.id.description)
            if isOn != type.isOn { await page.conflicts.setAsksFirst(isOn, for: type.id) }
        }
        return try await page.answer(.asked, page.conflicts.problem)
    }
}
