package import TrendyModel
package import TrendyServer
package import TrendyWire

extension PostgresStore {
    package func saveReport(
        account: EntityID,
        device: EntityID,
        report: DeviceReport,
        now: Instant
    ) async throws {
        let details = try DeviceDetails(report).json
        try await write(for: account) { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresSessionQuery.lockAccount) { $0.append(uuid: account) }
            batch.add(PostgresDeviceQuery.save) {
                $0.append(uuid: account)
                $0.append(uuid: device)
                $0.append(int8: now.milliseconds)
                $0.append(byteaOf: report.name)
                $0.append(int8: Int64(report.pending))
                $0.append(int8: Int64(report.failed))
                $0.append(int8: report.oldestPendingSeconds.map { Int64($0) })
                $0.append(byteaOf: report.appVersion)
                $0.append(int8: Int64(report.schemaVersion))
                $0.append(byteaOf: details)
            }
            batch.add(PostgresDeviceQuery.deleteSurplus) {
                $0.append(uuid: account)
                $0.append(int8: Int64(AccountQuota.devices))
            }
            let results = try transaction.roundTrip(batch)
            guard !results[0].isEmpty else { throw ServerError.unknownAccount }
        }
    }

    package func accountState(account: EntityID) async throws -> AccountState {
        let parameters = PostgresParameters { $0.append(uuid: account) }
        return try await read(PostgresDeviceQuery.state, parameters) { rows in
            guard let first = rows.first else { throw ServerError.unknownAccount }
            let counters = try AccountCounters(first)
            return AccountState(
                epoch: counters.epoch,
                version: counters.sequence,
                counts: counters.countsByKind,
                devices: try rows.filter { !$0.isNull(8) }.map { try Self.device($0) }
            )
        }
    }

    private static func device(_ row: PostgresRow) throws -> AccountState.Device {
        let details = DeviceDetails(stored: row.optionalString(16))
        return AccountState.Device(
            id: try row.id(8),
            reportedAt: Instant(milliseconds: try row.int(9)),
            report: DeviceReport(
                name: try row.string(10),
                pending: Int(try row.int(11)),
                failed: Int(try row.int(12)),
                oldestPendingSeconds: try row.optionalInt(13).map { Int($0) },
                appVersion: try row.string(14),
                schemaVersion: Int(try row.int(15)),
                queue: details.queue,
                conditions: details.conditions
            )
        )
    }

    package func onboarding(account: EntityID) async throws -> OnboardingStatus {
        let parameters = PostgresParameters { $0.append(uuid: account) }
        return try await read(PostgresDeviceQuery.onboarding, parameters) {
            try Self.onboarding($0, account)
        }
    }

    package func editOnboarding(
        account: EntityID,
        _ edit: OnboardingEdit,
        now: Instant
    ) async throws -> OnboardingStatus {
        try await write(for: account) { transaction in
            var select = PostgresBatch()
            select.add(PostgresSessionQuery.lockAccount) { $0.append(uuid: account) }
            let index = select.add(PostgresDeviceQuery.onboarding) { $0.append(uuid: account) }
            let old = try Self.onboarding(transaction.roundTrip(select)[index], account)
            let status = try edit.applied(to: old, now: now)
            var batch = PostgresBatch()
            batch.add(PostgresDeviceQuery.setOnboarding) {
                $0.append(uuid: account)
                $0.append(byteaOf: status.document.json.description)
            }
            try transaction.commit(batch)
            return status
        }
    }

    private static func onboarding(
        _ rows: PostgresResult,
        _ account: EntityID
    ) throws -> OnboardingStatus {
        guard let row = rows.first else { throw ServerError.unknownAccount }
        let createdAt = Instant(milliseconds: try row.int(0))
        var status = try row.withBytes(1) { bytes in
            do {
                return try bytes.map { try OnboardingStatus(json: $0) } ?? OnboardingStatus()
            } catch {
                throw ServerError(
                    code: .damagedDatabase,
                    message: "The database contains an onboarding status that cannot be read. "
                        + "Restore a backup."
                )
            }
        }
        status.setRecord(userID: account, createdAt: createdAt)
        return status
    }
}
