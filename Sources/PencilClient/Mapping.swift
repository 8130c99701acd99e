internal import PencilCore

/// From a tablet's millimetres to a view's coordinates, with the directions of the pen turned along.
///
/// A sample's position is in millimetres from the tablet's top left, and its azimuth is 0 toward the tablet's right. An
/// app draws in a view: one that fills the screen, a page, a canvas that its user has turned. A mapping does for all of a sample
/// what UIKit's `location(in:)` and `azimuthAngle(in:)` do for a touch.
///
/// ```swift
/// let mapping = Mapping(tablet: (tablet.width ?? 200, tablet.height ?? 125), view: (1920, 1080), scaling: .fit)
/// for i in frame.samples.indices {
///   let sample = mapping(frame.samples[i])
///   canvas.draw(to: (sample.x, sample.y), azimuth: sample.azimuth)
/// }
/// ```
///
/// y grows downward in both. Points outside of the view are not cut off: ``contains(_:_:)`` tells them.
public struct Mapping: Sendable, Equatable {
  /// How the tablet's sides become the view's.
  public enum Scaling: Sendable, Hashable {
    /// All of the tablet is inside the view, the shape of what is drawn is kept, and a part of the view at both sides
    /// is out of reach.
    case fit
    /// All of the view is in reach, the shape is kept, and a part of the tablet at both sides is outside of it.
    case fill
    /// Both corners become the view's corners: circles become ellipses where the sides differ.
    case stretch
  }

  /// A rectangle in a view's or an output's coordinates.
  public struct Rectangle: Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// How wide it is, greater than 0.
    public var width: Double
    /// How high it is, greater than 0.
    public var height: Double

    /// Makes a rectangle of its top left corner and its size.
    public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// A sample in a view: what ``Mapping/callAsFunction(_:)`` makes of one.
  public struct MappedSample: Sendable, Equatable {
    /// From the left, in the view's units.
    public var x: Double
    /// From the top, in the view's units.
    public var y: Double
    /// Radians 0..<2π, 0 toward the view's right, clockwise; `nil` where the sample has none.
    public var azimuth: Double?
    /// Radians above the surface; `nil` where the sample has none. Mapping doesn't change it.
    public var altitude: Double?
    /// Radians 0..<2π, 0 toward the view's top, clockwise; `nil` where the sample has none.
    public var roll: Double?
  }

  // x' = a x + b y + tx, y' = c x + d y + ty
  private var a: Double
  private var b: Double
  private var c: Double
  private var d: Double
  private var tx: Double
  private var ty: Double
  /// What becomes of azimuth 0, and whether left and right change places.
  private var base = 0.0
  private var isMirrored = false
  private let view: Rectangle
  private let tablet: (width: Double, height: Double)

  /// Maps a whole tablet to a whole view.
  ///
  /// - Parameters:
  ///   - tablet: width and height in millimetres, as in ``Tablet/width`` and ``Tablet/height``. Where they are unknown, any size
  ///     in the tablet's proportions will do, as only shares of it are known.
  ///   - view: width and height in the view's units.
  ///   - scaling: how the sides become the view's.
  public init(
    tablet: (width: Float, height: Float), view: (width: Double, height: Double),
    scaling: Scaling = .fit
  ) {
    self.init(
      tablet: tablet, region: Rectangle(width: view.width, height: view.height), scaling: scaling)
  }

  /// Maps a whole tablet to a region, such as one output among several, or a window on it.
  ///
  /// - Parameters:
  ///   - tablet: width and height in millimetres.
  ///   - region: where the tablet comes to, in the coordinates that are wanted.
  ///   - scaling: how the sides become the region's.
  ///   - quarterTurns: how often the region's picture is turned by 90° clockwise against the tablet, as that of an output that
  ///     stands upright.
  ///   - isMirrored: the picture is mirrored, left for right, before it is turned.
  public init(
    tablet: (width: Float, height: Float), region: Rectangle, scaling: Scaling = .fit,
    quarterTurns: Int = 0, isMirrored: Bool = false
  ) {
    let width = Double(max(tablet.width, .leastNormalMagnitude))
    let height = Double(max(tablet.height, .leastNormalMagnitude))
    let turns = ((quarterTurns % 4) + 4) % 4
    // About the middle: mirrored, turned, scaled.
    let sides = turns % 2 == 0 ? (width, height) : (height, width)
    let whole = (region.width / sides.0, region.height / sides.1)
    let scale =
      switch scaling {
      case .fit: (min(whole.0, whole.1), min(whole.0, whole.1))
      case .fill: (max(whole.0, whole.1), max(whole.0, whole.1))
      case .stretch: whole
      }
    let cosine = [1.0, 0, -1, 0][turns]
    let sine = [0.0, 1, 0, -1][turns]
    let side = isMirrored ? -1.0 : 1
    a = scale.0 * cosine * side
    b = scale.0 * -sine
    c = scale.1 * sine * side
    d = scale.1 * cosine
    tx = region.x + region.width / 2 - a * width / 2 - b * height / 2
    ty = region.y + region.height / 2 - c * width / 2 - d * height / 2
    view = region
    self.tablet = (width, height)
    setDirection()
  }

  /// The same with the view's own transform behind it: a canvas that was moved, zoomed or turned by its user.
  ///
  /// The new coordinates are x' = a·x + b·y + tx and y' = c·x + d·y + ty. The directions turn along; what a transform that stretches does to
  /// an angle, it does not do to the pen's.
  public func followed(
    byA a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double
  ) -> Mapping {
    var mapping = self
    mapping.a = a * self.a + b * self.c
    mapping.b = a * self.b + b * self.d
    mapping.c = c * self.a + d * self.c
    mapping.d = c * self.b + d * self.d
    mapping.tx = a * self.tx + b * self.ty + tx
    mapping.ty = c * self.tx + d * self.ty + ty
    mapping.setDirection()
    return mapping
  }

  /// Where a point of the tablet comes to.
  ///
  /// - Parameters:
  ///   - x: millimetres from the tablet's left edge.
  ///   - y: millimetres from the tablet's top edge.
  public func point(_ x: Float, _ y: Float) -> (x: Double, y: Double) {
    let (x, y) = (Double(x), Double(y))
    return (a * x + b * y + tx, c * x + d * y + ty)
  }

  /// What becomes of a direction on the tablet, such as a sample's azimuth: radians 0..<2π, clockwise from the right.
  public func azimuth(_ azimuth: Float) -> Double {
    Mapping.wrapped(isMirrored ? base - Double(azimuth) : base + Double(azimuth))
  }

  /// What becomes of a sample's roll: radians 0..<2π, clockwise from the top.
  public func roll(_ roll: Float) -> Double {
    Mapping.wrapped(isMirrored ? base - Double(roll) + .pi : base + Double(roll))
  }

  /// A sample in the view. On a tablet that doesn't know its size in millimetres, its shares of the tablet are used.
  public func callAsFunction(_ sample: Sample) -> MappedSample {
    let place: (x: Double, y: Double)
    if let x = sample.x, let y = sample.y {
      place = point(x, y)
    } else {
      place = point(
        (sample.normalisedX ?? 0) * Float(tablet.width),
        (sample.normalisedY ?? 0) * Float(tablet.height))
    }
    return MappedSample(
      x: place.x, y: place.y, azimuth: sample.azimuth.map { azimuth($0) },
      altitude: sample.altitude.map { Double($0) }, roll: sample.roll.map { roll($0) })
  }

  /// Whether a point is inside the view or region that this mapping was made for.
  public func contains(_ x: Double, _ y: Double) -> Bool {
    x >= view.x && y >= view.y && x <= view.x + view.width && y <= view.y + view.height
  }

  /// How many of the view's units a millimetre is, as the root of what becomes of a square millimetre: for widths of lines.
  public var unitsPerMillimetre: Double { abs(a * d - b * c).squareRoot() }

  private mutating func setDirection() {
    // The rotation or reflection nearest to it.
    isMirrored = a * d - b * c < 0
    base = isMirrored ? Angles.angle(a - d, c + b) : Angles.angle(a + d, c - b)
  }

  private static func wrapped(_ angle: Double) -> Double {
    let full = 2 * Double.pi
    let rest = angle - (angle / full).rounded(.down) * full
    return rest < full ? rest : 0
  }

  /// Whether both map every point and direction alike.
  public static func == (one: Mapping, other: Mapping) -> Bool {
    one.a == other.a && one.b == other.b && one.c == other.c && one.d == other.d
      && one.tx == other.tx && one.ty == other.ty && one.view == other.view
  }
}
