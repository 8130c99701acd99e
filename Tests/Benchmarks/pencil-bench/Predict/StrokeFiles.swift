import PencilCore
import PencilSystem

/// Other people's strokes, read in place: `$PENCIL_DATA`, else `../shared/data` beside the package.
struct StrokeFile {
  var name: String
  /// Each a stroke from `began` to `ended`.
  var strokes: [[Sample]]

  static func all() throws -> [StrokeFile] {
    let folder = try dataFolder() + "/strokes/"
    var files: [StrokeFile] = []
    for kind in ["Write", "Paint"] {
      for number in 1...4 {
        let name = "henze-\(kind)-\(number).txt"
        files.append(StrokeFile(name: name, strokes: henze(try lines(folder + name))))
      }
    }
    let pen = "bdalab-signal.svc"
    files.append(StrokeFile(name: pen, strokes: bdalab(try lines(folder + pen))))
    return files
  }

  /// The folder of the reference data, where there is one.
  static func dataFolder() throws -> String {
    // This file is Tests/Benchmarks/pencil-bench/Predict/StrokeFiles.swift.
    let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5)
      .joined(separator: "/")
    let candidates = [Environment.value("PENCIL_DATA"), package + "/../shared/data"]
    for folder in candidates.compactMap({ $0 }) where Files.isFolder(folder + "/strokes") {
      return folder
    }
    throw BenchError("no strokes: neither $PENCIL_DATA/strokes nor ../shared/data/strokes is there")
  }

  private static func lines(_ path: String) throws -> [Substring] {
    let bytes = try Files.contents(of: path, limit: 16 << 20)
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// `system ms;uptime ms;x px;y px;size;action`, action 0 down, 1 up, 2 move; 12.72 px/mm. The uptime is the event's.
  private static func henze(_ lines: [Substring]) -> [[Sample]] {
    var strokes: [[Sample]] = []
    var open: [Sample] = []
    for line in lines {
      let fields = line.split(separator: ";")
      guard fields.count >= 6, let ms = Double(fields[1]), let x = Float(fields[2]),
        let y = Float(fields[3])
      else { continue }
      if fields[5] == "0" {
        close(&open, into: &strokes)
      } else if open.isEmpty {
        continue
      }
      open.append(sample(ms: ms, x: x / 12.72, y: y / 12.72, force: nil))
      if fields[5] == "1" { close(&open, into: &strokes) }
    }
    close(&open, into: &strokes)
    return strokes
  }

  /// `x mm, y mm, time s, on paper, azimuth, altitude, pressure`.
  private static func bdalab(_ lines: [Substring]) -> [[Sample]] {
    var strokes: [[Sample]] = []
    var open: [Sample] = []
    for line in lines {
      let fields = line.split(separator: " ")
      guard fields.count >= 7, let x = Float(fields[0]), let y = Float(fields[1]),
        let s = Double(fields[2]), let force = Float(fields[6])
      else { continue }
      if fields[3] == "1" {
        open.append(sample(ms: s * 1000, x: x, y: y, force: force))
      } else {
        close(&open, into: &strokes)
      }
    }
    close(&open, into: &strokes)
    return strokes
  }

  private static func sample(ms: Double, x: Float, y: Float, force: Float?) -> Sample {
    var sample = Sample()
    sample.time = UInt64((ms * 1000).rounded())
    sample.tablet = 1
    sample.tool = 1
    sample.phase = .moved
    sample.available = [.millimetres]
    if let force {
      sample.available.insert(.force)
      sample.values.force = force
    }
    sample.values.x = x
    sample.values.y = y
    return sample
  }

  private static func close(_ open: inout [Sample], into strokes: inout [[Sample]]) {
    if open.count > 1 {
      for i in open.indices { open[i].stroke = UInt32(strokes.count + 1) }
      open[0].phase = .began
      open[open.count - 1].phase = .ended
      strokes.append(open)
    }
    open.removeAll()
  }
}
