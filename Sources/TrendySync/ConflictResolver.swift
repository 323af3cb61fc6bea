import TrendyModel
package import TrendyStore

/// A three-way merge by field, as a pure function.
///
/// Fields changed on one side merge. For a field changed on both sides, the later edit wins (the
/// server's, for types that ask first), and the losing value is returned for the conflict log. An
/// entity deleted on one side stays deleted, and the other side's edited entity is returned as a
/// whole. For a derived event without manual edits, the side with more evidence wins without a
/// conflict, because it can be recomputed. Of two versions of a visit, the one that observed its
/// end wins.
package struct ConflictResolver: MergePolicy {
    /// Fields of a derived event that are computed together and therefore never merged
    /// individually.
    static let resultFields = [
        "event_type_id", "timestamp", "end_date", "is_all_day", "time_zone", "properties",
        "evidence",
    ]

    /// Creates a resolver.
    package init() {}

    /// Merges a divergence.
    package func resolve(_ divergence: Divergence) -> Resolution {
        guard let local = divergence.local else {
            return deletedHere(divergence)
        }
        guard let remote = divergence.remote else {
            let hasEdits = !local.changes(from: divergence.base).isEmpty
            guard hasEdits, !isDerived(local) || isWritten(local, since: divergence.base) else {
                return Resolution(merged: nil, losses: [])
            }
            let whole = Resolution.Loss(
                field: Resolution.Loss.fullEntity,
                base: divergence.base.json,
                local: local.json,
                remote: nil,
                isLocalWinner: false
            )
            return Resolution(merged: nil, losses: [whole])
        }
        return bothLive(divergence, local: local, remote: remote)
    }

    private func deletedHere(_ divergence: Divergence) -> Resolution {
        guard let remote = divergence.remote,
            !isDerived(remote) || isWritten(remote, since: divergence.base)
        else {
            return Resolution(merged: nil, losses: [])
        }
        guard !remote.changes(from: divergence.base).isEmpty else {
            return Resolution(merged: nil, losses: [])
        }
        let whole = Resolution.Loss(
            field: Resolution.Loss.fullEntity,
            base: divergence.base.json,
            local: nil,
            remote: remote.json,
            isLocalWinner: true
        )
        return Resolution(merged: nil, losses: [whole])
    }

    private func bothLive(
        _ divergence: Divergence,
        local: Document,
        remote: Document
    ) -> Resolution {
        let here = local.changes(from: divergence.base)
        let there = remote.changes(from: divergence.base)
        let isLocalLater =
            !divergence.asksBeforeResolving && divergence.localEditedAt > divergence.remoteEditedAt
        let derivedWinner = derivedWinner(divergence, local: local, remote: remote)
        var merged = remote
        if derivedWinner == .local {
            for name in Self.resultFields { merged[name] = local[name] }
        }
        var losses: [Resolution.Loss] = []
        for field in here.fields {
            // All other fields were edited by a person, including fields unknown to this version.
            if derivedWinner != nil, Self.resultFields.contains(field.name) { continue }
            guard let other = there[field.name], other != field.value else {
                merged[field.name] = cleared(field.value)
                continue
            }
            if isLocalLater { merged[field.name] = cleared(field.value) }
            losses.append(
                Resolution.Loss(
                    field: field.name,
                    base: divergence.base[field.name],
                    local: field.value,
                    remote: other,
                    isLocalWinner: isLocalLater
                )
            )
        }
        return Resolution(merged: merged, losses: losses)
    }

    private enum Side {
        case local, remote
    }

    /// The side whose derived results win: the one with at least as much evidence.
    private func derivedWinner(
        _ divergence: Divergence,
        local: Document,
        remote: Document
    ) -> Side? {
        guard isDerived(local), isDerived(remote) else { return nil }
        if divergence.isRemoteAncestor { return .local }
        if let side = endedFirst(local: local, remote: remote) { return side }
        let here = local["evidence"].flatMap { Evidence(json: $0) }
        let there = remote["evidence"].flatMap { Evidence(json: $0) }
        guard let here else { return .remote }
        guard let there else { return .local }
        return here >= there ? .local : .remote
    }

    /// The version of a visit that observed its end, when the other version is still open or knows
    /// only an interval for its end.
    private func endedFirst(local: Document, remote: Document) -> Side? {
        guard local["natural_key"]?.string?.hasPrefix(Event.visitKeyPrefix) == true,
            // An unreadable event is decided by its evidence.
            let here = try? Event(document: local), let there = try? Event(document: remote)
        else { return nil }
        if here.hasObservedExit(before: there) || here.hasObservedExit(within: there) {
            return .local
        }
        if there.hasObservedExit(before: here) || there.hasObservedExit(within: here) {
            return .remote
        }
        return nil
    }

    private func isDerived(_ document: Document) -> Bool {
        document["natural_key"] != nil
    }

    /// Whether a person edited a derived event after a given state.
    ///
    /// The place name of a new visit is captured, not edited.
    private func isWritten(_ document: Document, since base: Document) -> Bool {
        document.changes(from: base).fields.contains { field in
            guard !field.value.isNull else { return false }
            return field.name == "notes" || (field.name == "location_name" && !base.isEmpty)
        }
    }

    /// Converts `null` in a change to an absent field in a document.
    private func cleared(_ value: RawJSON) -> RawJSON? {
        value.isNull ? nil : value
    }
}
