extension GestureScript {
  /// Time and distance: at each limit, just inside and just outside.
  static let limits = """
    ## a double press fires at the second press-down
    0 pen mm=10
    100 pen mm=10 b=stylus
    200 pen mm=10
    300 pen mm=11 b=stylus
    400 pen mm=11

    300 doublePress stylus 1+2 x=11.0

    ## one press stays alone, and who listens is told when the time is over
    0 pen
    100 pen b=stylus
    200 pen
    550 expire
    550.001 expire

    550 staysAlone stylus 350

    ## nobody asks for reasons: no wake-up for them | quiet
    0 pen
    100 pen b=stylus
    200 pen
    9000 expire


    ## a press as long as one may be
    0 pen
    100 pen b=stylus
    350 pen
    500 pen b=stylus

    500 doublePress stylus 1+2

    ## just shorter
    0 pen
    100 pen b=stylus
    349.999 pen
    500 pen b=stylus

    500 doublePress stylus 1+2

    ## just longer: held, no press; the next one is a first one
    0 pen
    100 pen b=stylus
    350.001 pen
    500 pen b=stylus
    600 pen
    700 pen b=stylus

    350.001 tooLong stylus 250.001 250
    700 doublePress stylus 2+3

    ## the second press may be of any length
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    2000 pen

    300 doublePress stylus 1+2

    ## the shortest gap
    0 pen
    100 pen b=stylus
    200 pen
    240 pen b=stylus

    240 doublePress stylus 1+2

    ## just longer than the shortest
    0 pen
    100 pen b=stylus
    200 pen
    240.001 pen b=stylus

    240.001 doublePress stylus 1+2

    ## just too short: it was never up
    0 pen
    100 pen b=stylus
    200 pen
    239.999 pen b=stylus
    300 pen

    239.999 bounce stylus 39.999 40

    ## the longest gap
    0 pen
    100 pen b=stylus
    200 pen
    550 pen b=stylus

    550 doublePress stylus 1+2

    ## just shorter than the longest
    0 pen
    100 pen b=stylus
    200 pen
    549.999 pen b=stylus

    549.999 doublePress stylus 1+2

    ## just too late: a first press
    0 pen
    100 pen b=stylus
    200 pen
    550.001 pen b=stylus
    600 pen
    700 pen b=stylus

    550 staysAlone stylus 350
    550.001 tooLate stylus 350.001 350
    700 doublePress stylus 2+3

    ## too late, and still nearly a pair
    0 pen
    100 pen b=stylus
    200 pen
    1200 pen b=stylus

    550 staysAlone stylus 350
    1200 tooLate stylus 1000 350

    ## so late that nobody meant a pair
    0 pen
    100 pen b=stylus
    200 pen
    1200.001 pen b=stylus

    550 staysAlone stylus 350

    ## as far as it may go
    0 pen mm=10
    100 pen mm=10 b=stylus
    200 pen mm=10
    300 pen mm=13 b=stylus

    300 doublePress stylus 1+2 x=13.0

    ## just nearer
    0 pen mm=10
    100 pen mm=10 b=stylus
    200 pen mm=10
    300 pen mm=12.999 b=stylus

    300 doublePress stylus 1+2 x=12.999

    ## just too far: a first press
    0 pen mm=10
    100 pen mm=10 b=stylus
    200 pen mm=10
    300 pen mm=13.001 b=stylus
    350 pen mm=13.001
    450 pen mm=13.001 b=stylus

    300 tooFar stylus 3.001 3
    450 doublePress stylus 2+3 x=13.001

    ## it moves in hover, between and during the presses
    0 pen mm=10
    90 pen mm=10.5
    100 pen mm=10.5 b=stylus
    150 pen mm=11 b=stylus
    200 pen mm=11.5
    250 pen mm=12
    300 pen mm=12.5 b=stylus

    300 doublePress stylus 1+2 x=12.5

    ## far away and back again is far
    0 pen mm=10
    100 pen mm=10 b=stylus
    150 pen mm=15 b=stylus
    200 pen mm=10
    300 pen mm=10 b=stylus

    300 tooFar stylus 5 3

    ## motion before the first press and after the second is no matter
    0 pen mm=10
    50 pen mm=90
    100 pen mm=90 b=stylus
    200 pen mm=90
    300 pen mm=90 b=stylus
    350 pen mm=10 b=stylus

    300 doublePress stylus 1+2 x=90.0

    ## both directions count together, as far as it may go | travel=5
    0 pen mm=10 my=10
    100 pen mm=10 my=10 b=stylus
    200 pen mm=10 my=10
    300 pen mm=13 my=14 b=stylus

    300 doublePress stylus 1+2 x=13.0

    ## both directions together are too far | travel=5
    0 pen mm=10 my=10
    100 pen mm=10 my=10 b=stylus
    200 pen mm=10 my=10
    300 pen mm=13 my=14.01 b=stylus

    300 tooFar stylus 5.008 5

    ## a tablet of unknown size is taken to be 250 mm wide: 3 mm
    0 pen x=0.5
    100 pen x=0.5 b=stylus
    200 pen x=0.5
    300 pen x=0.512 b=stylus

    300 doublePress stylus 1+2

    ## of unknown size, and too far
    0 pen x=0.5
    100 pen x=0.5 b=stylus
    200 pen x=0.5
    300 pen x=0.5121 b=stylus

    300 tooFar stylus 3.025 3

    ## other limits | press=100 gap=10-200 travel=1
    0 pen mm=1
    100 pen mm=1 b=stylus
    200 pen mm=1
    400 pen mm=2 b=stylus
    500 pen mm=2
    509.999 pen mm=2 b=stylus
    550 pen mm=2
    700 pen mm=2 b=stylus
    800.001 pen mm=2

    400 doublePress stylus 1+2 x=2.0
    509.999 bounce stylus 9.999 10
    700 startsAnew stylus
    800.001 tooLong stylus 100.001 100

    ## a burst: reports that have one time
    0 pen
    100 pen b=stylus
    100 pen
    140 pen b=stylus
    140 pen

    140 doublePress stylus 1+2

    ## a burst: press, release and press at one time are a bounce
    0 pen
    100 pen b=stylus
    100 pen
    100 pen b=stylus

    100 bounce stylus 0 40

    ## events that arrive late: their own time decides, and not the clock's
    0 pen
    100 pen b=stylus
    200 pen
    700 expire
    500 pen b=stylus

    550 staysAlone stylus 350
    500 doublePress stylus 1+2

    ## events that arrive early, in a burst after a pause: their own time decides
    0 pen
    100 pen b=stylus
    200 pen
    201 expire
    560 pen b=stylus
    561 pen

    550 staysAlone stylus 350
    560 tooLate stylus 360 350

    ## a contact that bounces at its start
    0 pen
    100 pen b=stylus
    102 pen
    105 pen b=stylus
    200 pen
    300 pen b=stylus

    105 bounce stylus 3 40
    300 doublePress stylus 1+3

    ## a contact that bounces at its end
    0 pen
    100 pen b=stylus
    200 pen
    203 pen b=stylus
    205 pen
    300 pen b=stylus

    203 bounce stylus 3 40
    300 doublePress stylus 1+3

    ## with its bounces a press is as long as from the first to the last
    0 pen
    100 pen b=stylus
    200 pen
    210 pen b=stylus
    350.001 pen
    500 pen b=stylus

    210 bounce stylus 10 40
    350.001 tooLong stylus 250.001 250

    ## the bounce of a press that was too long is no first press
    0 pen
    100 pen b=stylus
    400 pen
    410 pen b=stylus
    415 pen
    500 pen b=stylus

    400 tooLong stylus 300 250
    410 bounce stylus 10 40

    ## the bounce of a second press is no third
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    350 pen
    360 pen b=stylus
    370 pen

    300 doublePress stylus 1+2
    360 bounce stylus 10 40

    ## the third press of three begins another pair
    0 pen
    100 pen b=stylus
    150 pen
    200 pen b=stylus
    250 pen
    300 pen b=stylus
    350 pen
    400 pen b=stylus

    200 doublePress stylus 1+2
    300 startsAnew stylus
    400 doublePress stylus 3+4

    ## three presses are one pair
    0 pen
    100 pen b=stylus
    150 pen
    200 pen b=stylus
    250 pen
    300 pen b=stylus
    350 pen
    9000 expire

    200 doublePress stylus 1+2
    300 startsAnew stylus
    700 staysAlone stylus 350
    """
}
