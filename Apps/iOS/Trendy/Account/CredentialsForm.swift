import SwiftUI

/// The fields of an account: server, e-mail address, password.
struct CredentialsForm: View {
    @Binding var server: String
    @Binding var email: String
    @Binding var password: String
    /// Whether the password is chosen for a new account.
    let isNew: Bool
    /// What is wrong with what was entered; `nil` when nothing is.
    let error: String?
    let submit: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.medium) {
            TextField("Server address", text: $server)
                .textContentType(.URL)
                .keyboardType(.URL)
                .submitLabel(.next)
            TextField("E-mail address", text: $email)
                .textContentType(.emailAddress)
                .keyboardType(.emailAddress)
                .submitLabel(.next)
            SecureField("Password", text: $password)
                .textContentType(isNew ? .newPassword : .password)
                .submitLabel(.go)
                .onSubmit { submit() }
            FormFieldError(error)
        }
        .textInputAutocapitalization(.never)
        .autocorrectionDisabled()
        .textFieldStyle(.roundedBorder)
    }
}

#Preview("Empty") {
    CredentialsForm(
        server: .constant(""),
        email: .constant(""),
        password: .constant(""),
        isNew: true,
        error: nil
    ) {}
}

#Preview("Wrong password") {
    CredentialsForm(
        server: .constant("https://trendy.example"),
        email: .constant("a@example.org"),
        password: .constant("secret"),
        isNew: false,
        error: "The e-mail address or the password is wrong."
    ) {}
}
