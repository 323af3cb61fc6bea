import TrendyModel

extension MCPTool {
    /// Compares two metrics, or two periods of a metric.
    static let compare = MCPTool(
        name: "compare",
        title: "Compare metrics or periods",
        summary: "With other_metric: how two metrics go together on the days that have both "
            + "(Pearson's and Spearman's correlation). With other_from and other_to: how a "
            + "metric differs between two periods (difference of means). Always with the number of "
            + "days and 95 % intervals. Under 5 days it only says that there are not enough.",
        parameters: [
            .init(
                name: "metric",
                kind: .text(maximumBytes: 200),
                summary: "The key of a metric from list_metrics",
                isRequired: true
            ),
            .init(
                name: "other_metric",
                kind: .text(maximumBytes: 200),
                summary: "The key of a second metric, to compare two metrics"
            ),
            .init(name: "from", kind: .day, summary: "The first day, YYYY-MM-DD"),
            .init(name: "to", kind: .day, summary: "The last day, YYYY-MM-DD"),
            .init(
                name: "other_from",
                kind: .day,
                summary: "The first day of a second period, to compare two periods"
            ),
            .init(
                name: "other_to",
                kind: .day,
                summary: "The last day of the second period"
            ),
        ]
    ) { arguments, context in
        let metric = arguments.text("metric") ?? ""
        let other = arguments.text("other_metric")
        let hasPeriod = arguments.text("other_from") != nil || arguments.text("other_to") != nil
        guard (other != nil) != hasPeriod else {
            throw JSONRPCError.invalidParams(
                "Give either other_metric, or other_from and other_to."
            )
        }
        if let problem = try MetricLookup.problem([metric] + (other.map { [$0] } ?? []), context) {
            return problem
        }
        let comparison = Comparison(context: context)
        let period = Comparison.Period(arguments.text("from"), arguments.text("to"))
        if let other { return try comparison.metrics(metric, other, period) }
        let second = Comparison.Period(arguments.text("other_from"), arguments.text("other_to"))
        return try comparison.periods(metric, period, second)
    }
}

/// Compares the values of days.
struct Comparison {
    /// The maximum number of days that are compared: about 100 years.
    private static let maximumDays = 36_600

    let context: ToolContext

    /// A span of days; an absent bound is open.
    struct Period {
        let from: String?
        let to: String?

        init(_ from: String?, _ to: String?) {
            self.from = from
            self.to = to
        }

        var parameters: [QueryValue] { [.text(from ?? ""), .text(to ?? "9999-12-31")] }

        var text: String {
            switch (from, to) {
            case (let from?, let to?): "\(from) to \(to)"
            case (let from?, nil): "from \(from)"
            case (nil, let to?): "up to \(to)"
            case (nil, nil): "all days"
            }
        }

        var json: RawJSON {
            .object([
                ("from", from.map { RawJSON($0) } ?? .null),
                ("to", to.map { RawJSON($0) } ?? .null),
            ])
        }
    }

    /// Compares two metrics on the days that have both.
    func metrics(_ left: String, _ right: String, _ period: Period) throws -> ToolResult {
        let pairs = try values(
            """
            SELECT max(CASE WHEN metric = ?3 THEN value END) AS a,
                max(CASE WHEN metric = ?4 THEN value END) AS b
            FROM days WHERE metric IN (?3, ?4) AND day >= ?1 AND day <= ?2
            GROUP BY day HAVING a IS NOT NULL AND b IS NOT NULL
            """,
            period.parameters + [.text(left), .text(right)]
        )
        let first = pairs.map { $0[0] }
        let second = pairs.map { $0[1] }
        let count = pairs.count
        var fields: [(String, RawJSON)] = [
            ("metric", RawJSON(left)), ("other_metric", RawJSON(right)),
            ("period", period.json), ("days", RawJSON(Int64(count))),
        ]
        guard count >= Statistics.minimumCount else { return notEnough(count, fields) }
        let units = (
            try MetricLookup.unit(left, context), try MetricLookup.unit(right, context)
        )
        let means = (Statistics.mean(first) ?? 0, Statistics.mean(second) ?? 0)
        fields += [("mean", RawJSON(means.0)), ("other_mean", RawJSON(means.1))]
        var lines = [
            "\(count) days have both (\(period.text)). Mean \(left): \(Self.text(means.0)) "
                + "\(units.0). Mean \(right): \(Self.text(means.1)) \(units.1)."
        ]
        if units.0 == units.1 {
            fields.append(("difference", RawJSON(means.0 - means.1)))
            lines.append("Difference of the means: \(Self.text(means.0 - means.1)) \(units.0).")
        }
        let pearson = correlation("Pearson", Statistics.pearson(first, second), count, 1)
        let spearman = correlation("Spearman", Statistics.spearman(first, second), count, 1.06)
        fields += [("pearson", pearson.json), ("spearman", spearman.json)]
        lines += [pearson.text, spearman.text, "A correlation does not show a cause."]
        return ToolResult(text: lines.joined(separator: "\n"), structured: .object(fields))
    }

    /// Compares a metric in two periods.
    func periods(_ metric: String, _ first: Period, _ second: Period) throws -> ToolResult {
        let sql = "SELECT value FROM days WHERE metric = ?3 AND day >= ?1 AND day <= ?2"
        let left = try values(sql, first.parameters + [.text(metric)]).map { $0[0] }
        let right = try values(sql, second.parameters + [.text(metric)]).map { $0[0] }
        var fields: [(String, RawJSON)] = [
            ("metric", RawJSON(metric)), ("period", first.json), ("other_period", second.json),
            ("days", RawJSON(Int64(left.count))), ("other_days", RawJSON(Int64(right.count))),
        ]
        let count = min(left.count, right.count)
        guard count >= Statistics.minimumCount, let mean = Statistics.mean(left),
            let otherMean = Statistics.mean(right)
        else { return notEnough(count, fields) }
        let unit = try MetricLookup.unit(metric, context)
        let interval = Statistics.interval(ofDifference: left, right)
        fields += [
            ("mean", RawJSON(mean)), ("other_mean", RawJSON(otherMean)),
            ("difference", RawJSON(mean - otherMean)), ("interval_95", Self.json(interval)),
        ]
        var text =
            "Mean \(metric), \(first.text): \(Self.text(mean)) \(unit) on \(left.count) days.\n"
            + "Mean \(metric), \(second.text): \(Self.text(otherMean)) \(unit) on "
            + "\(right.count) days.\nDifference: \(Self.text(mean - otherMean)) \(unit)"
        if let interval {
            text += " (95 % interval \(Self.text(interval))). " + meaning(interval, "difference")
        }
        return ToolResult(text: text, structured: .object(fields))
    }

    private func values(_ sql: String, _ parameters: [QueryValue]) throws -> [[Double]] {
        try context.rows(sql, parameters, maximumRows: Self.maximumDays).values
            .map { $0.compactMap(\.number) }
    }

    private func notEnough(_ count: Int, _ fields: [(String, RawJSON)]) -> ToolResult {
        ToolResult(
            text: "Not enough days: \(count), and at least \(Statistics.minimumCount) are needed. "
                + "list_metrics shows which days have values.",
            structured: .object(fields + [("enough_days", RawJSON(false))])
        )
    }

    private func correlation(
        _ name: String,
        _ value: Double?,
        _ count: Int,
        _ variance: Double
    ) -> (text: String, json: RawJSON) {
        guard let value else {
            return ("\(name): none, because one metric has the same value on all days.", .null)
        }
        let interval = Statistics.interval(
            ofCorrelation: value,
            count: count,
            variance: variance
        )
        var text = "\(name): \(Self.text(value)) (n = \(count)"
        if let interval { text += ", 95 % interval \(Self.text(interval))" }
        text += ")."
        if let interval { text += " " + meaning(interval, "relation") }
        let json = RawJSON.object([
            ("correlation", RawJSON(value)), ("interval_95", Self.json(interval)),
        ])
        return (text, json)
    }

    private func meaning(_ interval: ClosedRange<Double>, _ noun: String) -> String {
        if interval.contains(0) {
            return "The interval contains 0, so these days show no clear \(noun)."
        }
        return interval.lowerBound > 0
            ? "The interval is above 0: a positive \(noun)."
            : "The interval is below 0: a negative \(noun)."
    }

    private static func json(_ interval: ClosedRange<Double>?) -> RawJSON {
        interval.map { .array([RawJSON($0.lowerBound), RawJSON($0.upperBound)]) } ?? .null
    }

    private static func text(_ interval: ClosedRange<Double>) -> String {
        "\(text(interval.lowerBound)) to \(text(interval.upperBound))"
    }

    /// A number with three significant digits, or in whole units from 100 on.
    private static func text(_ number: Double) -> String {
        guard number.isFinite, number != 0 else { return "0" }
        let scale: Double =
            abs(number) >= 100 ? 1 : abs(number) >= 10 ? 10 : abs(number) >= 1 ? 100 : 1000
        return JSONNumber((number * scale).rounded() / scale)?.text ?? "0"
    }
}
