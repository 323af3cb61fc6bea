import Logging
import TrendyKit

extension TrendyApp {
    /// Performs the action of a problem.
    ///
    /// Does nothing for ``AppProblem/Action/openSettings`` and ``AppProblem/Action/updateApp``,
    /// which the screen opens itself.
    public func resolve(_ problem: AppProblem) async {
        switch problem.action {
        case .tryAgain: tryAgain()
        case .signIn: askForSignIn()
        case .setAside: await setDatabaseAside()
        case .openSettings, .updateApp, nil: break
        }
    }

    /// Moves the damaged database aside, and opens a new one.
    private func setDatabaseAside() async {
        guard problem?.kind == .databaseDamaged else { return }
        do {
            try await accounts.open().setDatabaseAside()
        } catch {
            platform.logger.error("The database was not moved (\(type(of: error)))")
        }
        tryAgain()
    }
}
