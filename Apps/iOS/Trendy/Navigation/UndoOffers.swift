import SwiftUI
import TrendyAppSupport

/// The offers to undo the last action on events and the last deletion of a place, and why the last
/// action on events failed.
struct UndoOffers: View {
    let actions: EventActions
    let places: PlacesViewModel

    var body: some View {
        VStack(spacing: 0) {
            if let problem = actions.problem {
                Banner(
                    Text(problem),
                    actionTitle: Text("Dismiss"),
                    action: actions.clearProblem
                )
                .background(.regularMaterial)
            }
            if let undo = actions.undo {
                UndoBar(text: undo.text, actionTitle: undo.actionTitle) {
                    Task { await actions.performUndo() }
                } onDismiss: {
                    actions.dismissUndo()
                }
            }
            if let undo = places.undo {
                UndoBar(text: undo.text, actionTitle: undo.buttonText) {
                    Task { await places.undoDelete() }
                } onDismiss: {
                    places.dismissUndo()
                }
            }
        }
    }
}
