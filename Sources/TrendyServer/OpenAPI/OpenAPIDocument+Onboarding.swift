import HTTPTypes
import TrendyWire

extension OpenAPIDocument {
    /// The operations of the onboarding status.
    static let onboarding: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .get,
            path: Route.onboarding,
            id: "getOnboarding",
            tag: .onboarding,
            summary: "The onboarding status",
            answers: [status]
        ),
        OpenAPIOperation(
            method: .patch,
            path: Route.onboarding,
            id: "changeOnboarding",
            tag: .onboarding,
            summary: "Merge a change; of two times of a step the later stays",
            body: OpenAPISchema.reference("OnboardingChange"),
            answers: [status],
            problems: [.validation]
        ),
        OpenAPIOperation(
            method: .delete,
            path: Route.onboarding,
            id: "resetOnboarding",
            tag: .onboarding,
            summary: "Clear the steps and keep the permissions",
            answers: [status]
        ),
    ]

    private static let status = OpenAPIOperation.Answer(
        status: 200,
        text: "The onboarding status",
        schema: OpenAPISchema.reference("Onboarding")
    )

    /// The schemas of the onboarding status.
    static let onboardingSchemas: [OpenAPIValue.Member] = [
        .init(
            name: "Onboarding",
            value: OpenAPISchema.object(
                fields { $0 } + [
                    ("user_id", OpenAPISchema.id), ("created_at", OpenAPISchema.instant),
                    ("updated_at", OpenAPISchema.instant),
                ],
                required: ["completed", "user_id", "created_at", "updated_at"]
                    + OnboardingStatus.Permission.allCases.map { "\($0.rawValue)_status" }
            )
        ),
        .init(
            name: "OnboardingChange",
            value: OpenAPISchema.object(fields(OpenAPISchema.nullable)).adding([
                "patternProperties": [
                    "_completed_at$": OpenAPISchema.nullable(OpenAPISchema.instant)
                ]
            ])
        ),
    ]

    private static func fields(
        _ optional: (OpenAPIValue) -> OpenAPIValue
    ) -> [(String, OpenAPIValue)] {
        let answers = OpenAPISchema.choice(OnboardingStatus.Answer.allCases.map(\.rawValue))
        let permissions = OnboardingStatus.Permission.allCases.map(\.rawValue)
        let steps = [
            OnboardingStatus.Step.welcome, OnboardingStatus.Step.signIn,
            OnboardingStatus.Step.permissions,
        ]
        return [("completed", optional(OpenAPISchema.boolean))]
            + permissions.map { ("\($0)_status", optional(answers)) }
            + (steps + permissions).map {
                ("\($0)_completed_at", optional(OpenAPISchema.instant))
            }
    }
}
