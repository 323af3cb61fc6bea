package import HTTPTypes
import TrendyLocalization

/// An error that a page shows, in words for people.
package struct WebError: Error, Sendable, Equatable {
    /// The status of the response.
    package var status: HTTPResponse.Status
    /// What happened, as a heading.
    package var title: String
    /// Why, and what to do next.
    package var text: String

    /// Creates an error.
    package init(status: HTTPResponse.Status, title: String, text: String) {
        self.status = status
        self.title = title
        self.text = text
    }

    /// There is no such page.
    package static var notFound: WebError {
        WebError(
            status: .notFound,
            title: Strings.Web.notFound(),
            text: Strings.Web.notFoundText()
        )
    }
    /// The request is not one that a page of this site sends.
    package static var badRequest: WebError {
        WebError(
            status: .badRequest,
            title: Strings.Web.badRequest(),
            text: Strings.Web.badRequestText()
        )
    }
    /// The form came from another site, or its page is too old.
    package static var forgedForm: WebError {
        WebError(
            status: .forbidden,
            title: Strings.Web.forgedForm(),
            text: Strings.Web.forgedFormText()
        )
    }
    /// The form is too large.
    package static var tooLarge: WebError {
        WebError(
            status: .contentTooLarge,
            title: Strings.Web.tooLarge(),
            text: Strings.Web.tooLargeText()
        )
    }
    /// Too many accounts use the pages at once.
    package static var tooManyViewers: WebError {
        WebError(
            status: .serviceUnavailable,
            title: Strings.WebSignIn.tooManyViewers(),
            text: Strings.WebSignIn.tooManyViewersText()
        )
    }
    /// The server cannot do it now.
    package static var unavailable: WebError {
        WebError(
            status: .serviceUnavailable,
            title: Strings.Web.unavailable(),
            text: Strings.Web.unavailableText()
        )
    }
}
