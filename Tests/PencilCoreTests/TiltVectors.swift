import PencilCore
import PencilTestSupport

/// One row of a table of tilt vectors: the columns of `tilt_vectors.csv`, empty where a row has none.
struct TiltVector {
  var id: String
  var kind: String
  var columns: [Double?]
  var tolerance: Double

  /// A row of 18 columns: id, kind, 13 numbers, tolerance, and two of prose.
  init?(_ line: Substring) {
    // Only the prose has quotes, and the prose comes last.
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 16, let tolerance = Double(fields[15]) else { return nil }
    id = String(fields[0])
    kind = String(fields[1])
    columns = fields[2..<15].map { Double($0) }
    self.tolerance = tolerance
  }

  static func rows(_ text: String) -> [TiltVector] {
    text.split(separator: "\n").compactMap { TiltVector($0) }
  }

  /// What is wrong with what the project makes of this row; `nil`: nothing.
  var fault: String? {
    let wanted = Array(columns[9...12])
    guard let found else { return "\(id): unknown kind or lacking a column: \(kind)" }
    var compared = 0
    for (wanted, found) in zip(wanted, found) {
      guard let wanted else { continue }
      guard let found, abs(wanted - found) <= tolerance else {
        return "\(id): \(kind): wanted \(wanted), found \(String(describing: found))"
      }
      compared += 1
    }
    return compared > 0 ? nil : "\(id): nothing to compare"
  }

  /// tiltX and tiltY in degrees, altitude and azimuth in radians.
  private var found: [Double?]? {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
    switch kind {
    case "tilt_to_spherical":
      guard let x = columns[0], let y = columns[1] else { return nil }
      let made = Orientation(tiltX: radians(x), tiltY: radians(y))
      return [nil, nil, made.altitude, made.azimuth]
    case "spherical_to_tilt":
      guard let altitude = columns[2], let azimuth = columns[3] else { return nil }
      let made = PointerAngles(altitudeAngle: altitude, azimuthAngle: azimuth)
      return [Double(made.tiltX), Double(made.tiltY), nil, nil]
    case "spherical_to_tilt_unrounded":
      guard let altitude = columns[2], let azimuth = columns[3] else { return nil }
      let made = Orientation(altitude: altitude, azimuth: azimuth).tilt
      return [degrees(made.x), degrees(made.y), nil, nil]
    case "ctor", "normalise_tilt", "normalise_altitude", "normalise_azimuth":
      let made = PointerAngles(
        tiltX: columns[0].map { Int($0) }, tiltY: columns[1].map { Int($0) },
        altitudeAngle: columns[2], azimuthAngle: columns[3])
      return [Double(made.tiltX), Double(made.tiltY), made.altitudeAngle, made.azimuthAngle]
    case "evdev_to_spherical":
      let numbers = columns[4...8].compactMap { $0.map { Int32($0) } }
      guard numbers.count == 5 else { return nil }
      let axis = TiltAxis(
        AxisRange(minimum: numbers[2], maximum: numbers[3], resolution: numbers[4]))
      let x = axis.radians(numbers[0])
      let y = axis.radians(numbers[1])
      let made = Orientation(tiltX: x, tiltY: y)
      return [degrees(x), degrees(y), made.altitude, made.azimuth]
    default: return nil
    }
  }

  /// The project's own: each case of the formulas, the table at altitude 0, the constructor's rules and
  /// the kinds of axes. Numbers by vector geometry: v = (tan tx, tan ty, 1).
  static let own = """
    O01,tilt_to_spherical,0,0,,,,,,,,,,1.5707963267948966,0,0
    O02,tilt_to_spherical,0,90,,,,,,,,,,0,1.5707963267948966,0
    O03,tilt_to_spherical,0,-90,,,,,,,,,,0,4.71238898038469,0
    O04,tilt_to_spherical,-90,0,,,,,,,,,,0,3.141592653589793,0
    O05,tilt_to_spherical,-90,90,,,,,,,,,,0,0,0
    O06,tilt_to_spherical,0,-45,,,,,,,,,,0.7853981633974483,4.71238898038469,0
    O07,tilt_to_spherical,-45,0,,,,,,,,,,0.7853981633974483,3.141592653589793,0
    O08,tilt_to_spherical,60,60,,,,,,,,,,0.38759668665518077,0.7853981633974483,1e-9
    O09,tilt_to_spherical,-60,30,,,,,,,,,,0.5010930132653574,2.819842099193151,1e-9
    O10,tilt_to_spherical,-60,-30,,,,,,,,,,0.5010930132653574,3.4633432079864352,1e-9
    O11,tilt_to_spherical,60,-30,,,,,,,,,,0.5010930132653574,5.961434752782944,1e-9
    O12,tilt_to_spherical,-89,1,,,,,,,,,,0.017453291710017985,3.1412879743075726,1e-9
    O13,spherical_to_tilt,,,0,0,,,,,,90,0,,,0
    O14,spherical_to_tilt,,,0,1,,,,,,90,90,,,0
    O15,spherical_to_tilt,,,0,2,,,,,,-90,90,,,0
    O16,spherical_to_tilt,,,0,4,,,,,,-90,-90,,,0
    O17,spherical_to_tilt,,,0,5,,,,,,90,-90,,,0
    O18,spherical_to_tilt,,,0,4.71238898038469,,,,,,0,-90,,,0
    O19,spherical_to_tilt,,,0,6.283185307179586,,,,,,90,0,,,0
    O20,spherical_to_tilt,,,0.7853981633974483,3.141592653589793,,,,,,-45,0,,,0
    O21,spherical_to_tilt,,,1.5707963267948966,3,,,,,,0,0,,,0
    O22,spherical_to_tilt_unrounded,,,0.5235987755982988,0.5235987755982988,,,,,,56.30993247402022,40.89339464913091,,,1e-9
    O23,ctor,,,,,,,,,,0,0,1.5707963267948966,0,0
    O24,ctor,,45,,,,,,,,0,45,0.7853981633974483,1.5707963267948966,0
    O25,ctor,,,,0.5,,,,,,0,0,1.5707963267948966,0.5,0
    O26,ctor,45,,0.5,,,,,,,45,0,0.5,0,0
    O27,normalise_azimuth,,,,7.853981633974483,,,,,,,,,1.5707963267948966,1e-12
    O28,normalise_azimuth,,,,-1.5707963267948966,,,,,,,,,4.71238898038469,1e-12
    O29,normalise_azimuth,,,,6.283185307179586,,,,,,,,,6.283185307179586,0
    O30,normalise_altitude,,,nan,,,,,,,0,0,1.5707963267948966,0,0
    O31,normalise_altitude,,,-1,,,,,,,90,0,0,0,0
    O32,normalise_tilt,-135,270,,,,,,,,45,90,,,0
    O33,evdev_to_spherical,,,,,-30,45,-64,63,57,-30.155673427938062,45.2335101419071,0.7099257684382485,2.0935787181448844,1e-6
    O34,evdev_to_spherical,,,,,90,0,-90,90,57,90,0,0,0,1e-9
    O35,evdev_to_spherical,,,,,-90,57,-90,90,57,-90,57.29577951308232,0,3.141592653589793,1e-9
    O36,evdev_to_spherical,,,,,90,-90,-90,90,57,90,-90,0,5.497787143782138,1e-9
    O37,evdev_to_spherical,,,,,9000,6135,0,18000,5730,0,-28.64788975654116,1.0707963267948966,4.71238898038469,1e-9
    O38,evdev_to_spherical,,,,,96,64,0,127,0,32,0,1.0122909661567112,0,1e-6
    O39,evdev_to_spherical,,,,,0,-32,-64,63,0,0,-32,1.0122909661567112,4.71238898038469,1e-6
    O40,evdev_to_spherical,,,,,127,0,-127,127,0,64,0,0.4537856055185257,0,1e-6
    O41,evdev_to_spherical,,,,,0,-128,-128,127,0,0,-64,0.4537856055185257,4.71238898038469,1e-6
    O42,evdev_to_spherical,,,,,-61,0,-61,60,0,-61,0,0.5061454830783556,3.141592653589793,1e-6
    O43,evdev_to_spherical,,,,,7,7,7,7,57,0,0,1.5707963267948966,0,0
    O44,evdev_to_spherical,,,,,5,9,9,-9,0,0,0,1.5707963267948966,0,0
    """
}
