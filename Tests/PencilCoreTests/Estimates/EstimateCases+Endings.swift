extension EstimateScript {
  /// Pressure that is known to lag, lifts, and every way to an end. All times in ms.
  static let endings = """
    ## known lag: each frame has the pressure of two before; the lift's 0 is its own
    lag=2
    0 touch x
    5 x
    10 x p=100
    15 x p=120
    20 x p=150
    25 up p=160
    30 x p=150
    35 x p=0

    0 began 1 ~102?
    5 moved 2 ~102?
    10 update 1 100 measured
    10 moved 3 ~100?
    15 update 2 120 measured
    15 moved 4 ~140?
    20 update 3 150 measured
    20 moved 5 ~210?
    25 ended 6 160
    25 update 4 160 measured
    30 update 5 150 measured
    25 final 1

    ## known lag: after the lift a short time is waited
    lag=1
    0 touch x
    5 x p=100
    10 up
    40 expire

    0 began 1 ~102?
    5 update 1 100 measured
    5 moved 2 ~100?
    10 ended 3 100
    10 update 2 100 measured
    10 final 1

    ## known lag: a tap that is shorter than the lag has its pressure behind the lift
    lag=2
    0 touch x
    5 up
    10 p=100
    15 p=0

    0 began 1 ~102?
    5 ended 2 0
    10 update 1 100 measured
    5 final 1

    ## known lag: a touch that has no pressure behind its lift either was none
    lag=2
    0 touch x
    5 x
    10 up x
    15 x

    0 began 1 ~102?
    5 moved 2 ~102?
    10 ended 3 0
    10 update 1 ~102 lifted
    10 update 2 ~102 lifted
    10 final 1 cancelled

    ## known lag: a tap without pressure, and silence
    lag=2
    0 touch x
    5 up x
    30 expire

    0 began 1 ~102?
    5 ended 2 0
    25 update 1 ~102 lifted
    5 final 1 cancelled

    ## split: a hand lets go ever faster, by the same factor in each step
    splits
    0 touch x p=900
    5 x
    10 x p=860
    15 x
    20 x p=700
    25 x
    30 up p=0

    0 began 1 900
    5 moved 2 ~900?
    10 moved 3 860
    10 update 2 ~880 interpolated
    15 moved 4 ~850?
    20 moved 5 700
    20 update 4 ~795 interpolated
    25 moved 6 ~620?
    30 ended 7 0
    30 update 6 ~487 lifted
    30 final 1

    ## every end closes: a gap, a new stroke, an exit, the tablet's end
    splits
    0 touch x p=100
    5 x
    10 x gap
    15 x
    20 out
    30 in touch x p=100
    35 x
    40 in=eraser touch p=50
    45 x
    46 unplug

    0 began 1 100
    5 moved 2 ~100?
    10 update 2 ~100 lost
    10 moved 3 100
    15 moved 4 ~100?
    20 ended 5 100
    20 update 4 ~100 lost
    20 final 1
    30 began 6 100
    35 moved 7 ~100?
    40 ended 8 100
    40 update 7 ~100 lost
    40 final 2
    40 began 9 50
    45 moved 10 ~50?
    46 cancelled 11 50
    46 update 10 ~50 lost
    46 final 3 cancelled

    ## a new stroke closes what an old one still waits for
    lag=2
    0 touch x p=100
    5 x
    10 up p=80
    12 touch x p=90
    13 unplug

    0 began 1 ~102?
    5 moved 2 ~102?
    10 ended 3 80
    10 update 1 80 measured
    12 update 2 ~102 superseded
    10 final 1
    12 began 4 ~80?
    13 cancelled 5 90
    13 update 4 ~80 lost
    13 final 2 cancelled
    """
}
