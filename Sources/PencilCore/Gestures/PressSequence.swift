/// Presses of one button of one tool that may become a gesture.
struct PressSequence: Sendable {
  /// How many presses count, the one that is down included; 0: there is none.
  var count: UInt8 = 0
  var button: UInt8 = 0
  var tool: UInt32 = 0
  /// What can come of it, by the place of its first press.
  var wanted: GestureSet = []
  /// The last press is down; a bounce that followed it belongs to it.
  var isDown = false
  /// When the last press went down, and when it came up last, in µs.
  var down: UInt64 = 0
  var up: UInt64 = 0
  /// The numbers of the records of the presses.
  var numbers: InlineArray<3, UInt64> = [0, 0, 0]
  /// Where the first press was, and how far the tool has been from there, in mm.
  var x: Float = 0
  var y: Float = 0
  var farthest: Float = 0
  /// The stroke of the first press, while that press stays in it; 0: it was not, or not all the time, in one.
  var stroke: UInt32 = 0
  /// What makes that no further press can belong to it.
  var broken: ReasonName?
  /// A gesture was made of the last press: it can't be in another one.
  var isSpent = false
  /// The press is a hold that has begun.
  var isHeld = false
  /// The press can be no hold.
  var isNoHold = false
  /// It was told that the press stays alone.
  var isTold = false

  /// Two presses are there, and a third could come.
  var waitsForThird: Bool {
    count == 2 && !isSpent && wanted.contains(.doublePress) && wanted.contains(.triplePress)
  }

  /// A press in contact is over, and a second one could come.
  var waitsForSecond: Bool {
    count == 1 && !isSpent && !isDown && stroke != 0 && wanted.contains(.contactPress)
  }

  /// How far a place in mm is from that of the first press.
  mutating func follow(x: Float, y: Float) {
    let (dx, dy) = (x - self.x, y - self.y)
    let distance = (dx * dx + dy * dy).squareRoot()
    if distance > farthest { farthest = distance }
  }
}
