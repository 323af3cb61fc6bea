import HTTPTypes
import TrendyAppSupport
import TrendyHealth
import TrendyLocalization
import TrendyModel

/// The routes of the explanation pages.
enum ExplanationPages {
    static let routes: [WebRoute] = [
        .get("/explain") { context in
            var form = ExplanationForm(
                metric: context.query.text("metric"),
                day: context.query.text("day"),
                context: context
            )
            if form.metric == nil, form.metricText == nil {
                // The first metric with data, as the form offers it.
                let model = form.model
                await model.refresh()
                form.metric = model.groups.first?.metrics.first
            }
            guard form.isValid, let metric = form.metric else {
                return await page(form, context, status: form.isValid ? .ok : .badRequest)
            }
            return .seeOther(
                WebPath(parts: ["explain", metric.rawValue, form.day.description])
            )
        },
        .get("/explain/{metric}/{day}") { context in
            let form = ExplanationForm(
                metric: context.parameters["metric"],
                day: context.parameters["day"],
                context: context
            )
            return await page(form, context, status: form.isValid ? .ok : .notFound)
        },
    ]

    @MainActor
    private static func page(
        _ form: ExplanationForm,
        _ context: PageContext,
        status: HTTPResponse.Status
    ) async -> WebResponse {
        let model = form.model
        await model.refresh()
        return await context.page(title: Strings.WebExplanation.title(), status: status) {
            ExplanationPage(model: model, form: form).html
        }
    }
}
