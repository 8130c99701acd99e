extension EstimateScript {
  /// The worked traces of the reference, each also with unchanged values left out as the kernel does, and where nothing
  /// but a marker is left of a report. All times in ms.
  static let cases = """
    ## split: an art pen's rotation reports
    0 touch x p=200 hw=885
    5 x z
    10 x p=300
    15 x z
    20 up p=0
    30 out

    0 began 1 200
    5 moved 2 ~200?
    10 moved 3 300
    10 update 2 ~250 interpolated
    15 moved 4 ~325?
    20 ended 5 0
    20 update 4 ~325 lifted
    20 final 1

    ## split, unchanged pressure left out: the wait ends with the value that stands
    0 touch x p=200 hw=885
    5 x z
    10 x
    15 x z
    20 x
    30 x
    35 x p=260
    40 up p=0

    0 began 1 200
    5 moved 2 ~200?
    10 moved 3 ~200?
    15 moved 4 ~200?
    20 moved 5 ~200?
    25 update 2 ~200 expired
    30 moved 6 ~200?
    30 update 3 ~200 expired
    35 moved 7 260
    35 update 4 ~226 interpolated
    35 update 5 ~234 interpolated
    35 update 6 ~251 interpolated
    40 ended 8 0
    40 final 1

    ## split, markers alone
    0 touch x p=200 m hw=885
    5 m
    10 p=300 m
    15 m
    20 up p=0 m

    0 began 1 200
    5 moved 2 ~200?
    10 moved 3 300
    10 update 2 ~250 interpolated
    15 moved 4 ~325?
    20 ended 5 0
    20 update 4 ~325 lifted
    20 final 1

    ## split: a report with tilt is the kind that has pressure, so it is unchanged
    0 touch x p=200 t hw=885
    5 x t
    10 x z
    15 x t p=220
    20 out up

    0 began 1 200
    5 moved 2 200
    10 moved 3 ~200?
    15 moved 4 220
    15 update 3 ~207 interpolated
    20 ended 5 220
    20 final 1

    ## split: an airbrush has tilt in both
    0 in=airbrush touch x p=200 t hw=d12
    5 x w t
    10 x p=300 t
    12 unplug

    0 began 1 200
    5 moved 2 ~200?
    10 moved 3 300
    10 update 2 ~250 interpolated
    12 cancelled 4 300
    12 final 1 cancelled

    ## contact before pressure: not believed before it was seen twice, then it begins at once
    0 x
    8 touch x
    13 x p=240
    18 up p=0
    100 touch x
    110 x p=240
    120 up p=0
    200 touch x
    205 x
    210 x p=240
    215 x p=360
    220 up p=0

    13 began 1 240
    18 ended 2 0
    18 final 1
    110 began 3 240
    120 ended 4 0
    120 final 2
    200 began 5 ~240?
    205 moved 6 ~240?
    210 moved 7 240
    215 moved 8 360
    215 update 5 ~1 interpolated
    215 update 6 ~120 interpolated
    220 ended 9 0
    220 final 3

    ## contact before pressure, unchanged pressure left out: no rise, so a copy
    0 x
    8 touch x
    13 p=240
    18 up p=0
    100 touch x
    110 p=240
    120 up p=0
    200 touch x
    205 x
    210 x p=240
    215 x
    220 up p=0
    300 touch x
    306 p=90
    308 up p=0
    400 touch
    405 x p=100
    420 x

    13 began 1 240
    18 ended 2 0
    18 final 1
    110 began 3 240
    120 ended 4 0
    120 final 2
    200 began 5 ~240?
    205 moved 6 ~240?
    210 moved 7 240
    215 moved 8 240
    215 update 5 ~240 interpolated
    215 update 6 ~240 interpolated
    220 ended 9 0
    220 final 3
    300 began 10 ~240?
    306 moved 11 90
    308 ended 12 0
    308 update 10 ~90 lifted
    308 final 4
    400 began 13 ~240?
    405 moved 14 100
    412.5 update 13 ~100 interpolated
    420 moved 15 100

    ## contact before pressure, markers alone
    0 x m
    8 touch m
    13 p=240 m
    18 up p=0 m
    100 touch m
    110 p=240 m
    120 up p=0 m
    200 touch m
    205 m
    210 p=240 m
    215 p=360 m
    220 up p=0 m

    13 began 1 240
    18 ended 2 0
    18 final 1
    110 began 3 240
    120 ended 4 0
    120 final 2
    200 began 5 ~240?
    205 moved 6 ~240?
    210 moved 7 240
    215 moved 8 360
    215 update 5 ~1 interpolated
    215 update 6 ~120 interpolated
    220 ended 9 0
    220 final 3

    ## contact without any pressure never inks: by time, by the lift, by a button; and is believed less
    8 touch x
    13 p=240
    18 up p=0
    100 touch x
    110 p=240
    120 up p=0
    200 touch x
    205 x
    210 up
    250 touch x
    255 b
    260 up nob
    300 touch x
    310 x
    372 expire
    380 x
    390 up
    400 touch x
    410 up
    500 touch b
    510 p=50

    13 began 1 240
    18 ended 2 0
    18 final 1
    110 began 3 240
    120 ended 4 0
    120 final 2
    200 began 5 ~240?
    205 moved 6 ~240?
    210 cancelled 7 0
    210 update 5 ~240 lifted
    210 update 6 ~240 lifted
    210 final 3 cancelled
    250 began 8 ~240?
    255 cancelled 9 0
    255 update 8 ~240 lifted
    255 final 4 cancelled
    300 began 10 ~240?
    310 moved 11 ~240?
    372 cancelled 12 0
    372 update 10 ~240 expired
    372 update 11 ~240 expired
    372 final 5 cancelled
    510 began 13 50

    ## late correction: an update before it is learned, expected after
    0 touch x p=100
    5 x
    6 p=120
    10 x
    11 p=130
    15 x
    16 p=140
    20 x
    21 p=150
    25 x
    29 expire
    30 x
    31 p=160
    35 x
    36 p=170 up

    0 began 1 100
    5 moved 2 100
    6 update 2 120 measured
    10 moved 3 120
    11 update 3 130 measured
    15 moved 4 130
    16 update 4 140 measured
    20 moved 5 ~150?
    21 update 5 150 measured
    25 moved 6 ~160?
    27.5 update 6 ~150 expired
    30 moved 7 ~170?
    31 update 7 160 measured
    35 moved 8 ~165?
    36 ended 9 170
    36 update 8 ~165 lifted
    36 final 1

    ## late correction by the hardware's own clock, however late; another report is another sample
    0 touch x p=100 ts=1
    5 x ts=2
    9.9 p=120 ts=2
    10 x ts=3
    10.1 p=130 ts=4

    0 began 1 100
    5 moved 2 100
    9.9 update 2 120 measured
    10 moved 3 120
    10.1 moved 4 130

    ## a late correction that was given up is a sample of its own
    0 touch x p=100
    5 x
    6 p=120
    10 x
    11 p=130
    15 x
    16 p=140
    20 x ts=7
    25 p=160 ts=7

    0 began 1 100
    5 moved 2 100
    6 update 2 120 measured
    10 moved 3 120
    11 update 3 130 measured
    15 moved 4 130
    16 update 4 140 measured
    20 moved 5 ~150?
    22.5 update 5 ~140 expired
    25 moved 6 160

    ## a pen that only presses harder makes samples
    0 touch x p=100
    5 p=110
    10 p=120

    0 began 1 100
    5 moved 2 110
    10 moved 3 120

    ## what came with its position is corrected by nothing
    0 touch x p=100
    0.2 p=110

    0 began 1 100
    0.2 moved 2 110
    """
}
