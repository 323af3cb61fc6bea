import SwiftUI

// Previews are checked by the compiler: this file builds.

#Preview {
    Text("A view")
}

#Preview("A name with a { brace and a \" quote") {
    Text("A view")
    Text("Another view")
}

#Preview("Traits", traits: .sizeThatFitsLayout, .portrait) {
    VStack { Text("A view") }
}
