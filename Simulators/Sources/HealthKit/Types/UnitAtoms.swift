/// The units without operators.
enum UnitAtoms {
    /// The metric prefixes; those of two letters come first.
    static let prefixes: [(text: String, factor: Double)] = [
        ("mc", 1e-6), ("da", 1e1), ("f", 1e-15), ("p", 1e-12), ("n", 1e-9), ("m", 1e-3),
        ("c", 1e-2), ("d", 1e-1), ("h", 1e2), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12),
    ]

    /// The units that take a metric prefix.
    static let prefixed: [String: UnitMeasure] = [
        "g": UnitMeasure(.mass, 1), "m": UnitMeasure(.length, 1), "s": UnitMeasure(.time, 1),
        "L": UnitMeasure(.volume, 1), "l": UnitMeasure(.volume, 1), "J": UnitMeasure(.energy, 1),
        "cal": UnitMeasure(.energy, 4.184), "Pa": UnitMeasure(.pressure, 1),
        "S": UnitMeasure(.conductance, 1), "V": UnitMeasure(.voltage, 1),
        "Hz": UnitMeasure(.time, 1).raised(to: -1),
        "W": UnitMeasure(.energy, 1).times(UnitMeasure(.time, 1).raised(to: -1)),
        "rad": UnitMeasure(.angle, 1), "lx": UnitMeasure(.illuminance, 1),
    ]

    /// The units that take no prefix.
    static let fixed: [String: UnitMeasure] = [
        "": UnitMeasure(), "1": UnitMeasure(), "count": UnitMeasure(), "%": UnitMeasure(),
        "()": UnitMeasure(),
        "min": UnitMeasure(.time, 60), "hr": UnitMeasure(.time, 3600),
        "d": UnitMeasure(.time, 86_400),
        "in": UnitMeasure(.length, 0.0254), "ft": UnitMeasure(.length, 0.3048),
        "yd": UnitMeasure(.length, 0.9144), "mi": UnitMeasure(.length, 1609.344),
        "oz": UnitMeasure(.mass, 28.349_523_125), "lb": UnitMeasure(.mass, 453.592_37),
        "st": UnitMeasure(.mass, 6350.293_18),
        "fl_oz_us": UnitMeasure(.volume, 0.029_573_529_562_5),
        "fl_oz_imp": UnitMeasure(.volume, 0.028_413_062_5),
        "cup_us": UnitMeasure(.volume, 0.236_588_236_5),
        "cup_imp": UnitMeasure(.volume, 0.284_130_625),
        "pt_us": UnitMeasure(.volume, 0.473_176_473),
        "pt_imp": UnitMeasure(.volume, 0.568_261_25),
        "Cal": UnitMeasure(.energy, 4184),
        "K": UnitMeasure(.temperature, 1),
        "degC": UnitMeasure(.temperature, 1, offset: 273.15),
        "degF": UnitMeasure(.temperature, 5.0 / 9, offset: 459.67 * 5 / 9),
        "mmHg": UnitMeasure(.pressure, 133.322_387_415),
        "cmAq": UnitMeasure(.pressure, 98.0665),
        "atm": UnitMeasure(.pressure, 101_325),
        "inHg": UnitMeasure(.pressure, 3386.388_640_341),
        "IU": UnitMeasure(.internationalUnits, 1),
        "dBASPL": UnitMeasure(.soundPressureLevel, 1),
        "dBHL": UnitMeasure(.hearingLevel, 1),
        "appleEffortScore": UnitMeasure(.effort, 1),
        "deg": UnitMeasure(.angle, .pi / 180),
        "D": UnitMeasure(.opticalPower, 1), "pD": UnitMeasure(.opticalPower, 0.01),
    ]
}
