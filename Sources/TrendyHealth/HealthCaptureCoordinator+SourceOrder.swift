import Logging
import TrendyModel
import TrendyStore

// Compares daily sums with the source's own totals, so that they equal those of the Health app.
extension HealthCaptureCoordinator {
    /// The number of whole days that are compared.
    static let comparedDays = 14
    /// The minimum number of days with a total; fewer say too little about the order.
    static let minimumComparedDays = 3
    /// The minimum time between two comparisons of a category.
    static let comparisonInterval = Duration.seconds(86_400)
    /// How much closer to the totals another order must come, as a mean relative error. Each change
    /// recomputes all days.
    static let orderMargin = 0.005

    /// Infers the order of sources of each enabled cumulative category from the source's own
    /// totals, at most once a day.
    ///
    /// The source does not reveal the order that the person has chosen. After a change the last
    /// days are recomputed; the rescan recomputes older ones.
    ///
    /// - Parameter onError: receives the error of each category that could not be compared; the
    ///   next call tries again.
    package func inferSourceOrders(
        _ onError: @escaping @Sendable (HealthMetric?, any Error) -> Void = { _, _ in }
    ) async {
        guard options.sourceOrder.isEmpty else { return }
        let categories: [HealthMetric]
        do {
            categories = try await enabled(self.categories)
                .filter { $0.aggregation == .cumulative && $0.types.count == 1 }
        } catch {
            return onError(nil, error)
        }
        for category in categories where !Task.isCancelled && !isDeadlineExceeded() {
            do {
                guard try await inferSourceOrder(of: category) else { continue }
                try await capture([category], trigger: .launch)
            } catch {
                onError(category, error)
            }
        }
    }

    /// - Returns: whether the order has changed.
    private func inferSourceOrder(of category: HealthMetric) async throws -> Bool {
        store.work.begin()
        defer { store.work.end() }
        let now = dependencies.wallClock.now()
        let stored = try await store.read {
            try $0.health.sourceOrder(category: category.rawValue)
        }
        // A time in the future was recorded before the clock was set back.
        if let last = stored?.checkedAt, last <= now, now - last < Self.comparisonInterval {
            return false
        }
        let totals = try await totals(of: category, before: now)
        let current = stored?.isInferred == true ? stored?.sources ?? [] : []
        var order = SourceOrder(sources: current, isInferred: !current.isEmpty, checkedAt: now)
        if totals.count >= Self.minimumComparedDays,
            let fit = try await SourcePriorityInference.fit(
                source,
                of: category,
                to: totals,
                zones: zones(),
                current: current,
                margin: Self.orderMargin
            )
        {
            order.sources = fit.order.isEmpty ? fit.defaultOrder : fit.order
            order.isInferred = !fit.order.isEmpty
        }
        try await store.write { [order] in
            try $0.health.update(category: category.rawValue, sourceOrder: order)
        }
        let isChanged = order.isInferred && order.sources != current
        if isChanged {
            logger.info(
                "another order of sources fits the totals",
                metadata: ["category": "\(category)", "sources": "\(order.sources.count)"]
            )
        }
        return isChanged
    }

    private func totals(
        of category: HealthMetric,
        before now: Instant
    ) async throws -> [(day: CalendarDay, total: Double)] {
        let zones = zones()
        let today = zones.day(containing: now)
        var totals: [(day: CalendarDay, total: Double)] = []
        for distance in 1...Self.comparedDays {
            let day = today.advanced(by: -distance)
            let span = zones.start(of: day)..<zones.start(of: day.advanced(by: 1))
            if let total = try await source.total(of: category, in: span) {
                totals.append((day, total))
            }
        }
        return totals
    }

    /// The names of the sources that take priority in a category.
    func sourceOrder(of category: HealthMetric) async throws -> [String] {
        guard options.sourceOrder.isEmpty else { return options.sourceOrder }
        let stored = try await store.read {
            try $0.health.sourceOrder(category: category.rawValue)
        }
        return stored?.isInferred == true ? stored?.sources ?? [] : []
    }
}
