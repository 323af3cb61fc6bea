import TrendyWire

extension TrendyApp {
    /// The account in use, for the settings screen.
    var accountContext: AccountContext {
        AccountContext(
            email: accounts.account?.email,
            server: accounts.server,
            isSignedIn: connection != nil
        ) { [weak self] in
            guard let self else { return }
            try await accounts.eraseData()
            router.signedOut()
        }
    }
}
