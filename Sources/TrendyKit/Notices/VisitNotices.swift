import TrendyPlaces

/// Shows what the watch over places has to tell.
struct VisitNotices: VisitNotifying {
    let center: any NoticeCenter

    func show(_ notice: VisitNotice) async throws {
        guard await center.authorization() == .authorized else { return }
        try await center.show(
            Notice(
                identifier: notice.identifier,
                title: notice.title,
                body: notice.body,
                thread: "place/\(notice.geofenceID)"
            )
        )
    }
}
