/// Contact.
extension StageCases {
  static let contact = """
    ## contact in the frame of entering; lift; exit with its own time, told when no other tool came
    0 PEN=1 X=100 TOUCH=1 P=30
    8000 X=110 P=40
    16000 P=0 TOUCH=0
    24000 PEN=0 X=0
    54000 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 moved 1#1.2 x=0.11 f=0.4 tilt=90/0 ~altitude ~azimuth
    16000 ended 1#1.3 x=0.11 tilt=90/0 ~altitude ~azimuth
    16000 stroke 1#1 from 0 samples 3
    24000 hoverExited 1 x=0.11 tilt=90/0 ~altitude ~azimuth

    ## lift and exit in one frame: the lift is told at once
    0 PEN=1 X=100 TOUCH=1 P=30
    8000 PEN=0 X=0 TOUCH=0 P=0
    8001 expire
    38000 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 ended 1#1.2 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 stroke 1#1 from 0 samples 2
    8000 hoverExited 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth

    ## lift or contact with a button's change: contact first, then releases, then presses
    0 PEN=1 X=100 STYLUS=1
    8000 TOUCH=1 P=30 X=110 STYLUS=0 STYLUS2=1
    16000 TOUCH=0 P=0 X=120 STYLUS=1 STYLUS2=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 b=stylus ~altitude ~azimuth
    0 press 1 stylus
    8000 began 1#1.1 x=0.11 f=0.3 tilt=90/0 b=stylus2 ~altitude ~azimuth
    8000 release 1#1 stylus
    8000 press 1#1 stylus2
    16000 ended 1#1.2 x=0.12 tilt=90/0 b=stylus ~altitude ~azimuth
    16000 stroke 1#1 from 8000 samples 2
    16000 release 1 stylus2
    16000 press 1 stylus

    ## a touch without pressure is no contact, nor is pressure that is left standing
    0 PEN=1 X=100 TOUCH=1
    8000 TOUCH=0
    16000 TOUCH=1 P=30
    24000 TOUCH=0
    32000 X=110

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth touchWithoutPressure
    8000 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    24000 ended 1#1.2 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    24000 stroke 1#1 from 16000 samples 2
    32000 hoverMoved 1 x=0.11 f=0.3 tilt=90/0 ~altitude ~azimuth

    ## pressure that did not change since the last lift is not sent again: the state counts
    0 PEN=1 X=100 TOUCH=1 P=30
    8000 TOUCH=0
    16000 TOUCH=1

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 ended 1#1.2 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 stroke 1#1 from 0 samples 2
    16000 began 1#2.3 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth

    ## the second barrel button as BTN_TOUCH: by another button, by its scan code; a tip's scan code is none of them
    0 PEN=1 X=100
    8000 TOUCH=1 STYLUS=1
    16000 TOUCH=0 STYLUS=0
    24000 TOUCH=1 SCAN=852037
    32000 X=110
    40000 TOUCH=0
    48000 TOUCH=1 SCAN=852034

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverMoved 1 x=0.1 tilt=90/0 b=stylus ~altitude ~azimuth touchWithoutPressure barrel
    8000 press 1 stylus
    16000 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 release 1 stylus
    24000 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth touchWithoutPressure barrel
    32000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth touchWithoutPressure barrel
    40000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth
    48000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth touchWithoutPressure

    ## an eraser's touch with pressure draws, with the same scan code
    0 RUBBER=1 X=100
    8000 TOUCH=1 P=1 SCAN=852037
    16000 TOUCH=0 P=0 SCAN=852037

    0 tool 1 eraser
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 began 1#1.1 x=0.1 f=0.01 tilt=90/0 ~altitude ~azimuth
    16000 ended 1#1.2 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 stroke 1#1 from 8000 samples 2

    ## no BTN_TOUCH: 5 % down to 1 %, but not by pressure that was there on entering | -TOUCH
    0 PEN=1 X=100 P=40
    8000 P=50
    16000 P=0
    24000 P=5
    32000 P=2
    40000 P=1
    48000 P=4
    56000 PEN=0
    64000 PEN=1 P=60

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.4 tilt=90/0 ~altitude ~azimuth
    8000 hoverMoved 1 x=0.1 f=0.5 tilt=90/0 ~altitude ~azimuth
    16000 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    24000 began 1#1.1 x=0.1 f=0.05 tilt=90/0 ~altitude ~azimuth byPressure
    32000 moved 1#1.2 x=0.1 f=0.02 tilt=90/0 ~altitude ~azimuth byPressure
    40000 ended 1#1.3 x=0.1 f=0.01 tilt=90/0 ~altitude ~azimuth
    40000 stroke 1#1 from 24000 samples 3
    48000 hoverMoved 1 x=0.1 f=0.04 tilt=90/0 ~altitude ~azimuth
    64000 hoverMoved 1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth

    ## a tablet that presses without its BTN_TOUCH while a button is held: learned, then at once
    0 PEN=1 X=100 STYLUS=1
    8000 P=10
    16000 P=20
    24000 P=30
    32000 P=0
    40000 P=10
    48000 P=0 STYLUS=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 b=stylus ~altitude ~azimuth
    0 press 1 stylus
    8000 hoverMoved 1 x=0.1 f=0.1 tilt=90/0 b=stylus ~altitude ~azimuth
    16000 hoverMoved 1 x=0.1 f=0.2 tilt=90/0 b=stylus ~altitude ~azimuth
    24000 began 1#1.1 x=0.1 f=0.3 tilt=90/0 b=stylus ~altitude ~azimuth byPressure
    32000 ended 1#1.2 x=0.1 tilt=90/0 b=stylus ~altitude ~azimuth
    32000 stroke 1#1 from 24000 samples 2
    40000 began 1#2.3 x=0.1 f=0.1 tilt=90/0 b=stylus ~altitude ~azimuth byPressure
    48000 ended 1#2.4 x=0.1 tilt=90/0 ~altitude ~azimuth
    48000 stroke 1#2 from 40000 samples 2
    48000 release 1 stylus

    ## a tool without pressure: BTN_TOUCH alone | -P
    0 PEN=1 X=100 TOUCH=1
    8000 X=110
    16000 TOUCH=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 moved 1#1.2 x=0.11 tilt=90/0 ~altitude ~azimuth
    16000 ended 1#1.3 x=0.11 tilt=90/0 ~altitude ~azimuth
    16000 stroke 1#1 from 0 samples 3

    ## a tap of one frame carries its own pressure
    0 PEN=1 X=100
    8000 TOUCH=1 P=70
    16000 TOUCH=0 P=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 began 1#1.1 x=0.1 f=0.7 tilt=90/0 ~altitude ~azimuth
    16000 ended 1#1.2 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 stroke 1#1 from 8000 samples 2

    ## pressure alone while the pen is still: a sample each
    0 PEN=1 X=100 TOUCH=1 P=30
    4000 P=40
    8000 P=50

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    4000 moved 1#1.2 x=0.1 f=0.4 tilt=90/0 ~altitude ~azimuth
    8000 moved 1#1.3 x=0.1 f=0.5 tilt=90/0 ~altitude ~azimuth

    ## a lift that a button's edge makes is told as it is: two strokes (Huion 420)
    0 PEN=1 X=100 TOUCH=1 P=30
    8000 TOUCH=0 P=0
    16000 TOUCH=1 P=30 STYLUS2=1

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 ended 1#1.2 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 stroke 1#1 from 0 samples 2
    16000 began 1#2.3 x=0.1 f=0.3 tilt=90/0 b=stylus2 ~altitude ~azimuth
    16000 press 1#2 stylus2
    """
}
