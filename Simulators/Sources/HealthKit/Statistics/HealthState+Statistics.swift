import Foundation

extension HealthState {
    /// The samples of a query as measurements, each with the rank of its source.
    func measurements(_ scope: QueryScope) throws -> [Measurement] {
        measurements(of: try samples([scope]).compactMap { $0 as? HKQuantitySample })
    }

    /// The measurements of samples, each with the rank of its source.
    func measurements(of samples: [HKQuantitySample]) -> [Measurement] {
        let ranks = ranks(of: samples)
        var result: [Measurement] = []
        result.reserveCapacity(samples.count)
        for sample in samples {
            let unit = sample.quantity.unit
            let canonical = sample.quantityType.canonicalUnit
            let isSame = unit.unitString == canonical.unitString
            let rank = sample.wasUserEntered ? 0 : ranks[sample.source.bundleIdentifier] ?? .max
            for point in sample.points {
                let quantity = HKQuantity(unit: unit, doubleValue: point.value)
                result.append(
                    Measurement(
                        start: point.start.timeIntervalSinceReferenceDate,
                        end: point.end.timeIntervalSinceReferenceDate,
                        value: isSame ? point.value : quantity.doubleValue(for: canonical),
                        rank: rank,
                        source: sample.source
                    )
                )
            }
        }
        return result
    }

    /// The priority of sources.
    ///
    /// The person's order if there is one; otherwise Watches, then phones, then the rest, the
    /// newest of each first. Manual entries precede all of them.
    private func ranks(of samples: [HKQuantitySample]) -> [String: Int] {
        var revisions: [String: HKSourceRevision] = [:]
        for sample in samples {
            let bundle = sample.source.bundleIdentifier
            if revisions[bundle]?.productType == nil { revisions[bundle] = sample.sourceRevision }
        }
        let chosen = samples.first.flatMap { sourceOrders[$0.sampleType.identifier] } ?? []
        let keys = revisions.map { bundle, revision in
            let place = chosen.firstIndex(of: bundle) ?? chosen.count
            return (place, kind(of: revision), -(firstRowOfSource[bundle] ?? 0), bundle)
        }
        var ranks: [String: Int] = [:]
        for (index, key) in keys.sorted(by: <).enumerated() { ranks[key.3] = index + 1 }
        return ranks
    }

    private func kind(of revision: HKSourceRevision) -> Int {
        // An app on a phone is an app source, not the phone.
        guard revision.source.bundleIdentifier.hasPrefix("com.apple.health") else { return 2 }
        let product = revision.productType ?? ""
        return product.hasPrefix("Watch") ? 0 : product.hasPrefix("iP") ? 1 : 2
    }
}
