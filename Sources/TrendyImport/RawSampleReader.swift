package import TrendyHealth
package import TrendyModel

/// Reads raw records of one type, kept from an export, as an import reads them.
package struct RawSampleReader {
    private var kind: ExportKind

    /// Creates a reader of the records of a type.
    package init(_ type: HealthType) {
        kind = ExportKind(identifier: type.identifier, targets: [], kind: type.kind)
    }

    /// Converts a record to a sample in the stored unit.
    ///
    /// - `value` and `unit`: as the export printed them; empty when the record has none.
    package mutating func sample(
        value: String,
        unit: String,
        start: Instant,
        end: Instant,
        source: Int,
        isUserEntered: Bool,
        type: UInt8
    ) -> Result<HealthSample, RejectedSample> {
        var (value, unit) = (value, unit)
        let number = value.withUTF8 { value in
            unit.withUTF8 { unit in
                kind.number(UnsafeRawBufferPointer(value), unit: UnsafeRawBufferPointer(unit))
            }
        }
        guard let number else { return .failure(RejectedSample(reason: .noValue)) }
        if let reason = kind.rejection(start: start, end: end, value: number) {
            return .failure(RejectedSample(reason: reason))
        }
        return .success(
            HealthSample(
                start: start,
                end: end,
                value: number,
                source: source,
                isUserEntered: isUserEntered,
                type: type
            )
        )
    }

    /// A record that is not used.
    package struct RejectedSample: Error, Equatable {
        /// Why.
        package let reason: SampleRejection
    }
}

extension HealthSourceDescription {
    /// The source that an export names.
    ///
    /// - `version`, `device`: the attributes `sourceVersion` and `device`.
    package static func exported(
        name: String,
        version: String?,
        device: String?
    ) -> HealthSourceDescription {
        HealthSourceDescription(
            name: name,
            kind: SourceTable.kind(name: name, version: version, device: device)
        )
    }
}
