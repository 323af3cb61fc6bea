import HTTPTypes

extension WebResponse {
    /// Makes the browser forget the pages that the service worker kept, and the worker.
    ///
    /// Pages are never in the browser's own cache, see ``SecurityHeaders``.
    /// Cookies are left to the host: the browser would also delete those of other sites of the
    /// domain.
    ///
    /// Source: [Clear Site Data](https://www.w3.org/TR/clear-site-data/).
    func forgettingPages() -> WebResponse {
        var response = self
        if let name = HTTPField.Name("Clear-Site-Data") {
            response.headers[name] = "\"storage\""
        }
        return response
    }
}
