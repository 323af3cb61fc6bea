import HTTPTypes

extension WebResponse {
    /// Makes the browser forget all pages and files of this site.
    ///
    /// Cookies are left to the host: the browser would also delete those of other sites of the
    /// domain.
    ///
    /// Source: [Clear Site Data](https://www.w3.org/TR/clear-site-data/).
    func forgettingPages() -> WebResponse {
        var response = self
        if let name = HTTPField.Name("Clear-Site-Data"), headers[name] == nil {
            response.headers[name] = "\"cache\", \"storage\""
        }
        return response
    }
}
