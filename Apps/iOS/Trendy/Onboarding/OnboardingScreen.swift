import SwiftUI
import TrendyAppSupport

/// The onboarding: one step at a time, each stored before the next one is shown.
struct OnboardingScreen: View {
    let app: TrendyApp
    let step: OnboardingStep

    private var model: OnboardingViewModel { app.onboarding }

    var body: some View {
        ScrollView {
            VStack(spacing: Spacing.xLarge) {
                content
                FormFieldError(model.errorMessage)
            }
            .padding(Spacing.xLarge)
        }
        .task(id: step) { await model.resume() }
    }

    @ViewBuilder private var content: some View {
        switch step {
        case .welcome:
            WelcomeStep(next: proceed, signIn: { app.router.showLogin() })
        case .signIn:
            SignInStep(auth: app.auth, canSkip: model.canDeferSignIn, skip: proceed)
        case .firstEventType:
            EventTypeStep(
                templates: model.templates,
                isBusy: model.isBusy,
                choose: { template in Task { await model.choose(template) } },
                create: { name in Task { await model.choose(name: name) } },
                skip: proceed
            )
        case .firstEvent:
            FirstEventStep(
                typeName: model.typeName,
                isBusy: model.isBusy,
                record: { notes in Task { await model.recordFirstEvent(notes: notes) } },
                skip: proceed
            )
        case .permission(let permission):
            PermissionStep(
                texts: PermissionTexts(permission),
                isBusy: model.isBusy,
                ask: { Task { await model.requestPermission() } },
                skip: proceed
            )
        case .finish:
            FinishStep(finish: proceed)
        }
    }

    private func proceed() { model.proceed() }
}
