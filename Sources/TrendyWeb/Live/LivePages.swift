/// The stream that tells an open page of changes.
enum LivePages {
    static let routes: [WebRoute] = [
        .get("/live") { context in
            WebResponse(type: "text/event-stream", body: .stream(LiveStream(context)))
        }
    ]
}
