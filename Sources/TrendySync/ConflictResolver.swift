import TrendyModel
public import TrendyStore

/// Ends divergences field by field; pure.
///
/// A field changed on one side only merges by itself. A field changed on both sides: the later
/// edit stands (the server's, where the person wants to be asked first), and the other value is
/// handed out to be kept. Where one side deleted the entity it
/// stays deleted, and the other side's edited entity is handed out as a whole. A derived event that nobody
/// edited goes to the side with more evidence, without a loss: it can be computed again. Of two
/// accounts of a visit the one that saw it end stands.
public struct ConflictResolver: MergePolicy {
    /// Fields of a derived event that are computed together: a mixture of two results is none.
    static let resultFields = [
        "event_type_id", "timestamp", "end_date", "is_all_day", "time_zone", "properties",
        "evidence",
    ]

    /// A resolver.
    public init() {}

    /// The end of a divergence.
    public func resolve(_ divergence: Divergence) -> Resolution {
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
            // All others are a person's, those too that this program does not know.
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

    /// Which side's results stand, when both are derived: the one with at least as much evidence.
    private func derivedWinner(
        _ divergence: Divergence,
        local: Document,
        remote: Document
    ) -> Side? {
        guard isDerived(local), isDerived(remote) else { return nil }
        if divergence.isRemotePast { return .local }
        if let side = endedFirst(local: local, remote: remote) { return side }
        let here = local["evidence"].flatMap { Evidence(json: $0) }
        let there = remote["evidence"].flatMap { Evidence(json: $0) }
        guard let here else { return .remote }
        guard let there else { return .local }
        return here >= there ? .local : .remote
    }

    /// Which of two accounts of a visit saw it end, when the other one has it go on, or knows only
    /// between which moments it did.
    private func endedFirst(local: Document, remote: Document) -> Side? {
        guard local["natural_key"]?.string?.hasPrefix(Event.visitKeyPrefix) == true,
            // What cannot be read is decided by its evidence.
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

    /// Whether a person wrote on a derived event after a state of it.
    ///
    /// The name of the place that a new one has is what was captured.
    private func isWritten(_ document: Document, since base: Document) -> Bool {
        document.changes(from: base).fields.contains { field in
            guard !field.value.isNull else { return false }
            return field.name == "notes" || (field.name == "location_name" && !base.isEmpty)
        }
    }

    /// A field that is `null` in a change is absent in a document.
    private func cleared(_ value: RawJSON) -> RawJSON? {
        value.isNull ? nil : value
    }
}
