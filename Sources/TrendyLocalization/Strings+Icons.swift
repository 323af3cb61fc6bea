extension Strings {
    /// Spoken names of the icons that a type can have.
    package enum Icons {
        static let circle = LocalizedText("icons.circle", "Circle")
        static let star = LocalizedText("icons.star", "Star")
        static let heart = LocalizedText("icons.heart", "Heart")
        static let bolt = LocalizedText("icons.bolt", "Bolt")
        static let flame = LocalizedText("icons.flame", "Flame")
        static let drop = LocalizedText("icons.drop", "Drop")
        static let leaf = LocalizedText("icons.leaf", "Leaf")
        static let paw = LocalizedText("icons.paw", "Paw")
        static let sun = LocalizedText("icons.sun", "Sun")
        static let moon = LocalizedText("icons.moon", "Moon")
        static let cloud = LocalizedText("icons.cloud", "Cloud")
        static let snowflake = LocalizedText("icons.snowflake", "Snowflake")
        static let cup = LocalizedText("icons.cup", "Cup")
        static let forkAndKnife = LocalizedText("icons.fork_and_knife", "Fork and knife")
        static let glass = LocalizedText("icons.glass", "Glass")
        static let cake = LocalizedText("icons.cake", "Cake")
        static let pills = LocalizedText("icons.pills", "Pills")
        static let firstAid = LocalizedText("icons.first_aid", "First aid")
        static let bandage = LocalizedText("icons.bandage", "Bandage")
        static let thermometer = LocalizedText("icons.thermometer", "Thermometer")
        static let heartWithBolt = LocalizedText("icons.heart_with_bolt", "Heart with bolt")
        static let smile = LocalizedText("icons.smile", "Smile")
        static let mind = LocalizedText("icons.mind", "Mind")
        static let bed = LocalizedText("icons.bed", "Bed")
        static let walking = LocalizedText("icons.walking", "Walking")
        static let running = LocalizedText("icons.running", "Running")
        static let bicycle = LocalizedText("icons.bicycle", "Bicycle")
        static let dumbbell = LocalizedText("icons.dumbbell", "Dumbbell")
        static let sportsCourt = LocalizedText("icons.sports_court", "Sports court")
        static let book = LocalizedText("icons.book", "Book")
        static let music = LocalizedText("icons.music", "Music")
        static let gameController = LocalizedText("icons.game_controller", "Game controller")
        static let paintbrush = LocalizedText("icons.paintbrush", "Paintbrush")
        static let camera = LocalizedText("icons.camera", "Camera")
        static let television = LocalizedText("icons.television", "Television")
        static let phone = LocalizedText("icons.phone", "Phone")
        static let message = LocalizedText("icons.message", "Message")
        static let people = LocalizedText("icons.people", "People")
        static let house = LocalizedText("icons.house", "House")
        static let briefcase = LocalizedText("icons.briefcase", "Briefcase")
        static let studies = LocalizedText("icons.studies", "Studies")
        static let shopping = LocalizedText("icons.shopping", "Shopping")
        static let money = LocalizedText("icons.money", "Money")
        static let car = LocalizedText("icons.car", "Car")
        static let tram = LocalizedText("icons.tram", "Tram")
        static let aeroplane = LocalizedText("icons.aeroplane", "Aeroplane")
        static let pin = LocalizedText("icons.pin", "Pin")
        static let tools = LocalizedText("icons.tools", "Tools")
        static let bin = LocalizedText("icons.bin", "Bin")
        static let calendar = LocalizedText("icons.calendar", "Calendar")
        static let clock = LocalizedText("icons.clock", "Clock")
        static let bell = LocalizedText("icons.bell", "Bell")
        static let flag = LocalizedText("icons.flag", "Flag")
        static let tag = LocalizedText("icons.tag", "Tag")
        static let tick = LocalizedText("icons.tick", "Tick")
        static let lightBulb = LocalizedText("icons.light_bulb", "Light bulb")

        /// The SF Symbols of the icons in display order, with their names.
        package static let choices: [(symbol: String, name: LocalizedText)] = [
            ("circle.fill", circle),
            ("star.fill", star),
            ("heart.fill", heart),
            ("bolt.fill", bolt),
            ("flame.fill", flame),
            ("drop.fill", drop),
            ("leaf.fill", leaf),
            ("pawprint.fill", paw),
            ("sun.max.fill", sun),
            ("moon.fill", moon),
            ("cloud.fill", cloud),
            ("snowflake", snowflake),
            ("cup.and.saucer.fill", cup),
            ("fork.knife", forkAndKnife),
            ("wineglass.fill", glass),
            ("birthday.cake.fill", cake),
            ("pills.fill", pills),
            ("cross.case.fill", firstAid),
            ("bandage.fill", bandage),
            ("thermometer.medium", thermometer),
            ("bolt.heart.fill", heartWithBolt),
            ("face.smiling", smile),
            ("brain.head.profile", mind),
            ("bed.double.fill", bed),
            ("figure.walk", walking),
            ("figure.run", running),
            ("bicycle", bicycle),
            ("dumbbell.fill", dumbbell),
            ("sportscourt.fill", sportsCourt),
            ("book.fill", book),
            ("music.note", music),
            ("gamecontroller.fill", gameController),
            ("paintbrush.fill", paintbrush),
            ("camera.fill", camera),
            ("tv.fill", television),
            ("phone.fill", phone),
            ("message.fill", message),
            ("person.2.fill", people),
            ("house.fill", house),
            ("briefcase.fill", briefcase),
            ("graduationcap.fill", studies),
            ("cart.fill", shopping),
            ("creditcard.fill", money),
            ("car.fill", car),
            ("tram.fill", tram),
            ("airplane", aeroplane),
            ("mappin", pin),
            ("wrench.and.screwdriver.fill", tools),
            ("trash.fill", bin),
            ("calendar", calendar),
            ("clock.fill", clock),
            ("bell.fill", bell),
            ("flag.fill", flag),
            ("tag.fill", tag),
            ("checkmark.circle.fill", tick),
            ("lightbulb.fill", lightBulb),
        ]

        static let all = choices.map(\.name)
    }
}
