internal import PencilCore
internal import PencilSystem
package import PencilWire

/// What one line of a client of the text door asks for. The keys are those of the answer, `subscribed`.
package struct TextRequest: Equatable, Sendable {
  /// What the client calls itself.
  package var name: String?
  /// The first line is one even when it says nothing of it, unless it only asks for an answer.
  package var subscription: SubscribeRequest?
  package var interaction: InteractionRequest.Wish?
  package var prefer: PreferRequest?
  package var pace: PaceRequest.Kind?
  package var wantsStatus = false

  package init() {}
}

/// What is wrong with a line, for a program and for a person.
package struct TextRequestError: Error, Equatable, CustomStringConvertible {
  package var code: ErrorCode
  package var description: String

  init(_ code: ErrorCode, _ description: String) {
    self.code = code
    self.description = description
  }

  /// Of a value.
  init(_ description: String) { self.init(.badValue, description) }
}

extension TextRequest {
  /// - Parameter isFirst: One before which nothing was subscribed to: it subscribes, whatever it says, unless it says
  ///   nothing but what has an answer of its own.
  package init(_ line: Span<UInt8>, isFirst: Bool) throws(TextRequestError) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: line) } catch {
      throw TextRequestError(.malformed, "\(error)")
    }
    guard case .object(let members) = value else {
      throw TextRequestError(
        .malformed, "a request is an object, such as {\"pace\":\"everyReport\"}")
    }
    var wish = SubscriptionWish()
    for (key, value) in members {
      if try wish.set(key, value) { continue }
      switch key {
      case "name":
        let text = try value.text(key)
        guard text.utf8.count <= Self.nameLimit else {
          throw TextRequestError(
            "“name” is a text of at most \(Self.nameLimit) bytes, not \(text.utf8.count)")
        }
        name = text
      case "gestures": interaction = try value.choice(key, Self.wishes)
      case "prefer": prefer = try Self.preference(value)
      case "frame":
        guard try value.flag(key) else { continue }
        pace = .frame
      case "status": wantsStatus = try value.flag(key)
      case "display": pace = try Self.display(value)
      default: throw TextRequestError(.unknownRequest, "“\(key)” is no key of a request")
      }
    }
    let asksOnly = (wantsStatus || prefer != nil) && interaction == nil && pace == nil
    if wish.isSaid || isFirst && !asksOnly { subscription = try wish.request() }
  }

  /// Most bytes of a client's name, as in the binary protocol.
  private static let nameLimit = 63
  private static let wishes: [(String, InteractionRequest.Wish)] = [
    ("on", .on), ("off", .off), ("claim", .claim), ("release", .release),
  ]

  private static func display(_ value: JSONValue) throws(TextRequestError) -> PaceRequest.Kind {
    let members = try value.members("display")
    var (period, phase, lead): (UInt32, UInt64, UInt32) = (0, 0, 0)
    for (key, value) in members {
      switch key {
      case "period": period = try value.integer(key)
      case "phase": phase = try value.integer(key)
      case "lead": lead = try value.integer(key)
      default: throw TextRequestError(.unknownRequest, "“\(key)” is no key of “display”")
      }
    }
    guard PencilProtocol.periodRange.contains(period), lead <= period else {
      throw TextRequestError(
        "“display” has a period of 1000000 to 1000000000 ns, and a lead of at most that")
    }
    return .display(period: period, phase: phase, lead: lead)
  }

  private static func preference(_ value: JSONValue) throws(TextRequestError) -> PreferRequest {
    var preference = Preference(.doublePress, .ignore, source: .user)
    var (isForgotten, hasGesture, hasAction) = (false, false, false)
    for (key, value) in try value.members("prefer") {
      switch key {
      case "gesture":
        preference.gesture = try value.choice(
          key, GestureKind.allCases.map { ($0.word, $0) })
        hasGesture = true
      case "action":
        hasAction = true
        if value == .null {
          isForgotten = true
          continue
        }
        preference.action = try value.choice(key, PreferredAction.allCases.map { ($0.word, $0) })
      case "button":
        preference.button = UInt8(
          try value.choice(
            key, (0..<Buttons.knownCount).map { (Buttons.name(ofNumber: $0).description, $0) }))
      case "toolType":
        preference.toolType = try value.choice(key, ToolType.allCases.map { ($0.word, $0) })
      case "serial": preference.serial = try value.integer(key)
      case "tablet":
        preference.tablet = try value.text(key)
        guard preference.tablet.utf8.count < 128 else {
          throw TextRequestError("“tablet” is a text of at most 127 bytes")
        }
      default: throw TextRequestError(.unknownRequest, "“\(key)” is no key of “prefer”")
      }
    }
    guard hasGesture, hasAction else {
      throw TextRequestError("“prefer” needs a gesture and an action; null forgets")
    }
    return PreferRequest(token: 0, preference: preference, isForgotten: isForgotten)
  }
}

/// A subscription as it is put together from a line's members.
private struct SubscriptionWish {
  var isSaid = false
  private var pace = "everyReport"
  private var rate: Double?
  private var period: UInt32?
  private var filter = Filter()
  private var options = FrameOptions()
  private var continuation: (epoch: UInt64, sequence: UInt64) = (0, 0)

  /// - Returns: Whether it is a subscription's key.
  mutating func set(_ key: String, _ value: JSONValue) throws(TextRequestError) -> Bool {
    switch key {
    case "pace":
      pace = try value.choice(
        key, ["everyReport", "displayFrames", "display", "onRequest"].map { ($0, $0) })
    case "rate": rate = try value.decimal(key)
    case "period": period = try value.integer(key)
    case "phase": options.phase = try value.integer(key)
    case "lead": options.lead = try value.integer(key)
    case "predict":
      options.prediction =
        value == .string("oneBeat")
        ? FrameOptions.oneBeat
        : try value.integer(key, upTo: FrameOptions.longestPrediction, else: " µs, or “oneBeat”")
    case "beatsOnly": if try value.flag(key) { options.flags.insert(.beatsOnly) }
    case "contents":
      filter.contents = Contents(rawValue: try value.bits(key, 9, BitNames.contents))
    case "onlyTablet": filter.tablet = try value.integer(key)
    case "onlyTool": filter.tool = try value.integer(key)
    case "onlyToolTypes":
      filter.toolTypes = UInt8(truncatingIfNeeded: try value.bits(key, 8, BitNames.tool))
      guard filter.toolTypes != 0 else {
        throw TextRequestError("“onlyToolTypes” names at least one type; without it, all come")
      }
    case "after":
      var sequence: UInt64?
      for (key, value) in try value.members(key) {
        switch key {
        case "epoch": continuation.epoch = try value.epoch(key)
        case "seq": sequence = try value.integer(key)
        default: throw TextRequestError(.unknownRequest, "“\(key)” is no key of “after”")
        }
      }
      guard continuation.epoch != 0, let sequence else {
        throw TextRequestError("“after” needs an “epoch” and a “seq”, those of the last record")
      }
      continuation.sequence = sequence
    default: return false
    }
    isSaid = true
    return true
  }

  /// The request, after the same checks as of one that came in binary.
  func request() throws(TextRequestError) -> SubscribeRequest {
    var request = SubscribeRequest(
      token: 0, pace: try wirePace(), filter: filter, options: options, continuation: continuation)
    var bytes = [UInt8](repeating: 0, count: SubscribeRequest.size)
    var space = bytes.mutableSpan
    do {
      var raw = space.mutableRaw
      request.encode(into: &raw)
    }
    do throws(WireError) {
      request = try SubscribeRequest(bytes.span.raw)
    } catch {
      guard case .badValue(let offset) = error else {
        throw TextRequestError("\(error)")
      }
      throw TextRequestError(Self.explanation(of: offset))
    }
    return request
  }

  private func wirePace() throws(TextRequestError) -> Pace {
    if rate != nil, pace != "displayFrames" {
      throw TextRequestError("“rate” goes with the pace “displayFrames”")
    }
    if period != nil, pace != "display" {
      throw TextRequestError("“period” goes with the pace “display”")
    }
    switch pace {
    case "displayFrames":
      guard let rate, (1...1000).contains(rate) else {
        throw TextRequestError(
          "the pace “displayFrames” needs a “rate” of 1 to 1000 Hz")
      }
      return .displayFrames(millihertz: UInt32((rate * 1000).rounded()))
    case "display":
      guard let period else {
        throw TextRequestError("the pace “display” needs a “period” in ns")
      }
      return .display(period: period)
    case "onRequest": return .onRequest
    default: return .everyReport
    }
  }

  /// Which key is meant by a field of the binary request.
  private static func explanation(of offset: Int) -> String {
    switch offset {
    case 12: "“period” is 1000000 to 1000000000 ns"
    case 48: "“phase” goes with the pace “display”"
    case 56: "“lead” goes with the pace “display”, and is at most a period"
    case 60: "“predict” is up to 50000 µs or “oneBeat”, and needs a pace with frames"
    case 64: "“beatsOnly” needs a pace with frames"
    default: "the value at offset \(offset) is out of range"
    }
  }
}

// MARK: - Values of a key

extension JSONValue {
  fileprivate func text(_ key: String) throws(TextRequestError) -> String {
    guard case .string(let text) = self else {
      throw TextRequestError("“\(key)” is a text")
    }
    return text
  }

  fileprivate func flag(_ key: String) throws(TextRequestError) -> Bool {
    guard case .bool(let flag) = self else {
      throw TextRequestError("“\(key)” is true or false")
    }
    return flag
  }

  fileprivate func decimal(_ key: String) throws(TextRequestError) -> Double {
    guard case .number(let digits) = self, let value = Double(digits) else {
      throw TextRequestError("“\(key)” is a number")
    }
    return value
  }

  /// A whole number.
  ///
  /// - Parameter other: what it may be instead, for the error.
  fileprivate func integer<T: FixedWidthInteger>(
    _ key: String, upTo limit: T = .max, else other: String = ""
  ) throws(TextRequestError) -> T {
    guard case .number(let digits) = self, let value = T(digits), value <= limit else {
      throw TextRequestError("“\(key)” is a whole number, 0 to \(limit)\(other)")
    }
    return value
  }

  /// An epoch, which is a text, as it uses 64 bits and most readers of JSON keep 53.
  fileprivate func epoch(_ key: String) throws(TextRequestError) -> UInt64 {
    guard case .string(let digits) = self, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let value = UInt64(digits), value != 0
    else {
      throw TextRequestError("“\(key)” is a text of digits, as it came in “welcome”")
    }
    return value
  }

  fileprivate func choice<T>(
    _ key: String, _ choices: [(String, T)]
  ) throws(TextRequestError) -> T {
    guard case .string(let word) = self, let choice = choices.first(where: { $0.0 == word }) else {
      throw TextRequestError(
        "“\(key)” is one of \(choices.map(\.0).joined(separator: ", "))")
    }
    return choice.1
  }

  fileprivate func bits(
    _ key: String, _ count: Int, _ name: (Int) -> String?
  ) throws(TextRequestError) -> UInt32 {
    let names = (0..<count).compactMap { bit in name(bit).map { ($0, UInt32(1) << UInt32(bit)) } }
    guard case .array(let values) = self else {
      throw TextRequestError(
        "“\(key)” is an array of \(names.map(\.0).joined(separator: ", "))")
    }
    var bits: UInt32 = 0
    for value in values { bits |= try value.choice(key, names) }
    return bits
  }

  fileprivate func members(
    _ key: String
  ) throws(TextRequestError) -> [(key: String, value: JSONValue)] {
    guard case .object(let members) = self else {
      throw TextRequestError("“\(key)” is an object")
    }
    return members
  }
}
