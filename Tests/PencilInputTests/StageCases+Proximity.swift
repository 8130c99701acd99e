/// Proximity.
extension StageCases {
  static let proximity = """
    ## a button held at the exit, and released one frame later by the tablet: a made release
    0 PEN=1 X=100 STYLUS=1
    8000 PEN=0
    9000 STYLUS=0
    38000 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 b=stylus ~altitude ~azimuth
    0 press 1 stylus
    8000 release 1 stylus synthetic
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## buttons in the frames of entering and of the exit
    0 PEN=1 X=100 STYLUS=1 STYLUS2=1
    8000 PEN=0 STYLUS=0
    38000 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 b=stylus,stylus2 ~altitude ~azimuth
    0 press 1 stylus
    0 press 1 stylus2
    8000 release 1 stylus
    8000 release 1 stylus2 synthetic
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## a still pen on a tablet that sends exits stays | reasons
    0 PEN=1 X=100
    8000 PEN=0
    38000 expire
    40000 PEN=1 X=200
    10000000 expire
    10000001 X=201

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 reason: exitsAreSent 0 0 0 0
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    40000 hoverEntered 1 x=0.2 tilt=90/0 ~altitude ~azimuth
    10000001 hoverMoved 1 x=0.201 tilt=90/0 ~altitude ~azimuth

    ## a tablet that never sends an exit: forced after 250 ms of silence; back without a seam, its tilt still known | reasons
    0 PEN=1 X=100 TX=30 TY=5
    8000 X=110
    257999 expire
    258000 expire
    900000 X=120
    950000 TOUCH=1 P=30

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=60/9
    8000 hoverMoved 1 x=0.11 tilt=60/9
    258000 reason: exitForced 250 0 0 0
    258000 hoverExited 1 x=0.11 tilt=60/9 synthetic
    900000 reason: enteredAgain 0 0 0 0
    900000 hoverEntered 1 x=0.12 tilt=60/9
    950000 began 1#1.1 x=0.12 f=0.3 tilt=60/9

    ## before a suspend the kernel lets go: an exit, but not one that the tablet sends | reasons
    0 PEN=1 X=100
    8000 LETGO PEN=0
    900000 PEN=1 X=120
    1150000 expire
    1200000 X=130

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    900000 hoverEntered 1 x=0.12 tilt=90/0 ~altitude ~azimuth
    1150000 reason: exitForced 250 0 0 0
    1150000 hoverExited 1 x=0.12 tilt=90/0 ~altitude ~azimuth synthetic
    1200000 reason: enteredAgain 0 0 0 0
    1200000 hoverEntered 1 x=0.13 tilt=90/0 ~altitude ~azimuth

    ## the real exit after a forced one is silent, and ends the forcing | reasons
    0 PEN=1 X=100
    250000 expire
    300000 PEN=0
    400000 PEN=1 X=110
    900000 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    250000 reason: exitForced 250 0 0 0
    250000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    300000 reason: exitsAreSent 0 0 0 0
    400000 hoverEntered 1 x=0.11 tilt=90/0 ~altitude ~azimuth

    ## no exit is invented in contact, and the time counts from the lift
    0 PEN=1 X=100 TOUCH=1 P=30
    5000000 expire
    5000001 TOUCH=0 P=0
    5250000 expire
    5250001 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    5000001 ended 1#1.2 x=0.1 tilt=90/0 ~altitude ~azimuth
    5000001 stroke 1#1 from 0 samples 2
    5250001 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic

    ## no exit is invented with a button held, nor with a touch that is one
    0 PEN=1 X=100 STYLUS=1
    5000000 expire
    5000001 STYLUS=0 TOUCH=1
    9000000 expire
    9000001 TOUCH=0
    9250001 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 b=stylus ~altitude ~azimuth
    0 press 1 stylus
    5000001 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth touchWithoutPressure
    5000001 release 1 stylus
    9000001 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    9250001 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic

    ## no exit is invented in contact that pressure alone tells | -TOUCH
    0 PEN=1 X=100
    1000 P=50
    5000000 expire
    5000001 X=110 P=0
    5250001 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    1000 began 1#1.1 x=0.1 f=0.5 tilt=90/0 ~altitude ~azimuth byPressure
    5000001 ended 1#1.2 x=0.11 tilt=90/0 ~altitude ~azimuth
    5000001 stroke 1#1 from 1000 samples 2
    5250001 hoverExited 1 x=0.11 tilt=90/0 ~altitude ~azimuth synthetic

    ## a forced pen, then an eraser: the pen is out, and stays
    0 PEN=1 X=100
    250000 expire
    300000 RUBBER=1
    308000 X=110

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    250000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    300000 tool 2 eraser
    300000 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth
    308000 hoverMoved 2 x=0.11 tilt=90/0 ~altitude ~azimuth

    ## forced late: no timer, only the next frame, which may be a contact
    0 PEN=1 X=100
    300000 X=110 TOUCH=1 P=30

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    250000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    300000 hoverEntered 1 x=0.11 f=0.3 tilt=90/0 ~altitude ~azimuth
    300000 began 1#1.1 x=0.11 f=0.3 tilt=90/0 ~altitude ~azimuth

    ## no exit is forced where the user says never | timeout=0
    0 PEN=1 X=100
    9000000 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## near at the opening: nothing before the first frame | held=PEN
    1000 expire
    8000 X=100 SERIAL=77
    16000 STYLUS=1 SERIAL=77
    24000 PEN=0 STYLUS=0
    54000 expire

    8000 tool 1 pen s=77
    8000 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 hoverMoved 1 x=0.1 tilt=90/0 b=stylus ~altitude ~azimuth
    16000 press 1 stylus
    24000 release 1 stylus
    24000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## axes out of range are nobody's
    0 PEN=1 X=100
    8000 PEN=0 X=0
    38000 expire
    40000 D=10
    41000 X=500 P=50
    50000 PEN=1

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    50000 hoverEntered 1 x=0.5 f=0.5 tilt=90/0 ~altitude ~azimuth

    ## raised too fast to be seen: the stroke ends where the pen was | reasons
    0 PEN=1 X=100 TOUCH=1 P=30
    8000 X=105
    2000000 TOUCH=0 P=0 X=900

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 moved 1#1.2 x=0.105 f=0.3 tilt=90/0 ~altitude ~azimuth
    2000000 reason: liftWasLost 1992 900 0 0
    2000000 ended 1#1.3 x=0.105 f=0.3 tilt=90/0 ~altitude ~azimuth synthetic
    2000000 stroke 1#1 from 0 samples 3
    2000000 hoverMoved 1 x=0.9 tilt=90/0 ~altitude ~azimuth

    ## unplugged while an exit is kept back
    0 PEN=1 X=100 TOUCH=1 P=30 STYLUS=1
    8000 PEN=0
    9000 unplug

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 b=stylus ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 b=stylus ~altitude ~azimuth
    0 press 1#1 stylus
    8000 ended 1#1.2 x=0.1 f=0.3 tilt=90/0 b=stylus ~altitude ~azimuth synthetic
    8000 stroke 1#1 from 0 samples 2
    8000 release 1 stylus synthetic
    8000 hoverExited 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    """
}
