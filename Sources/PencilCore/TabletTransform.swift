internal import Glibc

/// How a tablet's own plane becomes the plane that its user looks at: calibrated, turned, and cut to an active area, in
/// this order.
///
/// Positions are shares of the width and height, 0…1; outside of the area they go on outside of 0…1 and are not
/// clipped. Directions in the plane, a pen's azimuth and roll, turn with the positions; what a calibration scales or
/// shears does not bend them, as a pen's lean is an angle in the world and not on the tablet.
package struct TabletTransform: Sendable, Equatable {
  /// A part of the tablet, in shares of its width and height as its user sees it, after all turning.
  package struct Area: Sendable, Equatable {
    /// The left edge.
    package var left: Double
    /// The top edge.
    package var top: Double
    /// The right edge, right of ``left``.
    package var right: Double
    /// The bottom edge, below ``top``.
    package var bottom: Double

    /// Makes an area of its edges.
    package init(left: Double, top: Double, right: Double, bottom: Double) {
      self.left = left
      self.top = top
      self.right = right
      self.bottom = bottom
    }

    /// The whole tablet.
    package static let whole = Area(left: 0, top: 0, right: 1, bottom: 1)

    /// The largest part in the middle with this ratio of width to height, where the whole tablet has `sides`.
    package func cut(toAspect aspect: Double, sides: (width: Double, height: Double)) -> Area {
      let width = (right - left) * sides.width
      let height = (bottom - top) * sides.height
      guard aspect > 0, width > 0, height > 0 else { return self }
      var area = self
      if width > height * aspect {
        let rest = (right - left) * (1 - height * aspect / width) / 2
        area.left += rest
        area.right -= rest
      } else {
        let rest = (bottom - top) * (1 - width / aspect / height) / 2
        area.top += rest
        area.bottom -= rest
      }
      return area
    }
  }

  /// A matrix of two rows of three: what libinput and udev call a calibration matrix, on shares of the range.
  package typealias Matrix = InlineArray<6, Double>

  // x' = m0 x + m1 y + m2, y' = m3 x + m4 y + m5
  private var matrix: Matrix = [1, 0, 0, 0, 1, 0]
  private var isMirrored = false
  /// What comes of azimuth 0.
  private var base = 0.0
  /// How many times the width of the tablet, or of its height where ``swapsSides``, the width is.
  private var widthShare = 1.0
  private var heightShare = 1.0
  /// Width and height change places.
  package private(set) var swapsSides = false
  /// Nothing is changed.
  package private(set) var isIdentity = true

  /// Makes the transform that changes nothing.
  package init() {}

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - calibration: applied first; one that can't be undone (``isUsable(_:)``) is left out.
  ///   - quarterTurns: how often the tablet is turned by 90° clockwise; 2 is left-handed.
  ///   - area: the active area, as seen after the turning.
  ///   - aspect: width to height; the area is cut to it.
  ///   - width: of the tablet before all this, in millimetres or any other unit.
  ///   - height: the same.
  package init(
    calibration: Matrix? = nil, quarterTurns: Int = 0, area: Area = .whole, aspect: Double? = nil,
    width: Double, height: Double
  ) {
    let isKnown = width > 0 && height > 0
    let given = isKnown ? (width: width, height: height) : (width: 1, height: 1)
    var sides = given
    if let calibration, Self.isUsable(calibration) {
      matrix = calibration
      swapsSides = abs(calibration[0] * calibration[4]) < abs(calibration[1] * calibration[3])
      if swapsSides { sides = (sides.height, sides.width) }
      setDirection(from: given, to: sides)
    }
    let turns = ((quarterTurns % 4) + 4) % 4
    for _ in 0..<turns {
      // To the right of where it was: the old left edge is the new top.
      follow([0, -1, 1, 1, 0, 0])
      sides = (sides.height, sides.width)
      swapsSides.toggle()
    }
    base = Self.wrapped(base + Double(turns) * .pi / 2)
    let area = aspect.map { area.cut(toAspect: $0, sides: sides) } ?? area
    widthShare = area.right - area.left
    heightShare = area.bottom - area.top
    if widthShare > 0, heightShare > 0 {
      follow([
        1 / widthShare, 0, -area.left / widthShare, 0, 1 / heightShare, -area.top / heightShare,
      ])
    } else {
      widthShare = 1
      heightShare = 1
    }
    isIdentity =
      matrix[0] == 1 && matrix[1] == 0 && matrix[2] == 0 && matrix[3] == 0 && matrix[4] == 1
      && matrix[5] == 0
  }

  /// Whether a matrix has only numbers, and keeps the plane a plane.
  package static func isUsable(_ matrix: Matrix) -> Bool {
    for i in 0..<6 where !matrix[i].isFinite { return false }
    return abs(matrix[0] * matrix[4] - matrix[1] * matrix[3]) > 1e-6
  }

  /// Where a point comes to, both in shares of width and height.
  package func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (matrix[0] * x + matrix[1] * y + matrix[2], matrix[3] * x + matrix[4] * y + matrix[5])
  }

  /// What comes of a direction: radians clockwise from +x, 0..<2π.
  package func azimuth(_ azimuth: Double) -> Double {
    Self.wrapped(isMirrored ? base - azimuth : base + azimuth)
  }

  /// What comes of a turn about the pen's own axis: radians clockwise from the top, 0..<2π.
  package func roll(_ roll: Double) -> Double {
    Self.wrapped(isMirrored ? base - roll + .pi : base + roll)
  }

  /// Width and height of what the tablet with these is now.
  package func size(width: Double, height: Double) -> (width: Double, height: Double) {
    let sides = swapsSides ? (height, width) : (width, height)
    return (sides.0 * widthShare, sides.1 * heightShare)
  }

  /// Goes on with another matrix behind this one.
  private mutating func follow(_ next: Matrix) {
    let m = matrix
    matrix = [
      next[0] * m[0] + next[1] * m[3], next[0] * m[1] + next[1] * m[4],
      next[0] * m[2] + next[1] * m[5] + next[2],
      next[3] * m[0] + next[4] * m[3], next[3] * m[1] + next[4] * m[4],
      next[3] * m[2] + next[4] * m[5] + next[5],
    ]
  }

  /// The rotation or reflection that is nearest to what the matrix does to lengths.
  private mutating func setDirection(
    from given: (width: Double, height: Double), to sides: (width: Double, height: Double)
  ) {
    let a = matrix[0] * sides.width / given.width
    let b = matrix[1] * sides.width / given.height
    let c = matrix[3] * sides.height / given.width
    let d = matrix[4] * sides.height / given.height
    isMirrored = a * d - b * c < 0
    base = Self.wrapped(isMirrored ? atan2(c + b, a - d) : atan2(c - b, a + d))
  }

  private static func wrapped(_ angle: Double) -> Double {
    let full = 2 * Double.pi
    let rest = angle - (angle / full).rounded(.down) * full
    return rest < full ? rest : 0
  }

  package static func == (a: TabletTransform, b: TabletTransform) -> Bool {
    for i in 0..<6 where a.matrix[i] != b.matrix[i] { return false }
    return a.isMirrored == b.isMirrored && a.base == b.base && a.widthShare == b.widthShare
      && a.heightShare == b.heightShare && a.swapsSides == b.swapsSides
  }
}

/// Angles for rooms that have no trigonometry.
package enum Angles {
  /// The direction of a vector: radians clockwise from +x where y points down.
  package static func angle(_ x: Double, _ y: Double) -> Double { atan2(y, x) }
}
