/// Worn pens.
extension StageCases {
  static let worn = """
    ## with a distance: what is pressed on entering far away is the floor | reasons
    0 PEN=1 X=100 D=80 P=20
    8000 TOUCH=1 P=60 D=0
    16000 P=100
    24000 P=20
    32000 TOUCH=0

    0 reason: floorLearned 20 0 100 0
    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth worn
    8000 began 1#1.1 x=0.1 f=0.5 tilt=90/0 ~altitude ~azimuth worn
    16000 moved 1#1.2 x=0.1 f=1.0 tilt=90/0 ~altitude ~azimuth worn
    24000 ended 1#1.3 x=0.1 tilt=90/0 ~altitude ~azimuth touchWithoutPressure worn
    24000 stroke 1#1 from 8000 samples 3
    32000 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth worn

    ## near the surface it says nothing
    0 PEN=1 X=100 D=40 P=20
    8000 TOUCH=1 P=60

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth
    8000 began 1#1.1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth

    ## standing pressure that is not reported says nothing
    0 PEN=1 X=100 D=0 TOUCH=1 P=20
    8000 TOUCH=0 PEN=0 D=80
    38000 expire
    40000 PEN=1 X=110

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth
    8000 ended 1#1.2 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth
    8000 stroke 1#1 from 0 samples 2
    8000 hoverExited 1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth
    40000 hoverEntered 1 x=0.11 f=0.2 tilt=90/0 ~altitude ~azimuth

    ## without a distance: the least of two proximities, from the third on | -D reasons
    0 PEN=1 X=100 P=20
    8000 TOUCH=1 P=60
    16000 TOUCH=0 P=20 PEN=0
    46000 expire
    50000 PEN=1 P=22
    58000 PEN=0
    88000 expire
    90000 PEN=1 TOUCH=1 P=60

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth
    8000 began 1#1.1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    16000 reason: exitsAreSent 0 0 0 0
    16000 ended 1#1.2 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    16000 stroke 1#1 from 8000 samples 2
    16000 hoverExited 1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    50000 hoverEntered 1 x=0.1 f=0.22 tilt=90/0 ~altitude ~azimuth
    58000 hoverExited 1 x=0.1 f=0.22 tilt=90/0 ~altitude ~azimuth
    90000 reason: floorLearned 20 0 100 0
    90000 hoverEntered 1 x=0.1 f=0.5 tilt=90/0 ~altitude ~azimuth worn
    90000 began 1#2.3 x=0.1 f=0.5 tilt=90/0 ~altitude ~azimuth worn

    ## more than half of the range is ignored, both ways | reasons
    0 PEN=1 X=100 D=80 P=60
    8000 TOUCH=1 P=80

    0 reason: floorRefused 60 0 100 0
    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    8000 began 1#1.1 x=0.1 f=0.8 tilt=90/0 ~altitude ~azimuth

    ## a smaller pressure lowers it at once, and that is no lift | reasons
    0 PEN=1 X=100 D=80 P=20
    8000 TOUCH=1 P=60
    16000 P=11
    24000 P=60
    32000 TOUCH=0 P=5

    0 reason: floorLearned 20 0 100 0
    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth worn
    8000 began 1#1.1 x=0.1 f=0.5 tilt=90/0 ~altitude ~azimuth worn
    16000 reason: floorLowered 10 0 100 0
    16000 moved 1#1.2 x=0.1 f=0.011111111 tilt=90/0 ~altitude ~azimuth worn
    24000 moved 1#1.3 x=0.1 f=0.5555556 tilt=90/0 ~altitude ~azimuth worn
    32000 reason: floorLowered 5 0 100 0
    32000 ended 1#1.4 x=0.1 tilt=90/0 ~altitude ~azimuth worn
    32000 stroke 1#1 from 8000 samples 4

    ## each serial has its own; the tool keeps it
    0 PEN=1 X=100 D=80 P=20 SERIAL=77
    8000 PEN=0 P=0 D=0
    38000 expire
    40000 PEN=1 D=80 P=0 SERIAL=78
    48000 TOUCH=1 P=60 D=0 SERIAL=78
    56000 TOUCH=0 P=0 PEN=0 SERIAL=78
    86000 expire
    90000 PEN=1 D=10 P=60 TOUCH=1 SERIAL=77

    0 tool 1 pen s=77
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth worn
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth worn
    40000 tool 2 pen s=78
    40000 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth
    48000 began 2#1.1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    56000 ended 2#1.2 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    56000 stroke 2#1 from 48000 samples 2
    56000 hoverExited 2 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    90000 hoverEntered 1 x=0.1 f=0.5 tilt=90/0 ~altitude ~azimuth worn
    90000 began 1#2.3 x=0.1 f=0.5 tilt=90/0 ~altitude ~azimuth worn

    ## a contact that is told far away is no worn pen: the pressure rises at once (Cintiq 22HDT's eraser) | reasons
    0 RUBBER=1 X=100 D=54 P=2 TOUCH=1
    8000 P=4
    16000 P=7

    0 reason: exitsAreSent 0 0 0 0
    0 reason: floorLearned 2 0 100 0
    0 tool 1 eraser
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth touchWithoutPressure barrel worn
    8000 began 1#1.1 x=0.1 f=0.020408163 tilt=90/0 ~altitude ~azimuth worn
    16000 reason: floorRevoked 2 0 100 0
    16000 moved 1#1.2 x=0.1 f=0.07 tilt=90/0 ~altitude ~azimuth

    ## a pressure range of the user's turns it off | range=2:1
    0 PEN=1 X=100 D=80 P=20
    8000 TOUCH=1 P=100

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.1919192 tilt=90/0 ~altitude ~azimuth
    8000 began 1#1.1 x=0.1 f=1.0 tilt=90/0 ~altitude ~azimuth

    ## what was decided at the third proximity is not decided again, however little is pressed later | -D reasons
    0 PEN=1 X=100 P=60
    8000 PEN=0
    38000 expire
    50000 PEN=1
    58000 PEN=0
    88000 expire
    90000 PEN=1
    98000 P=30
    99000 PEN=0
    130000 expire
    140000 PEN=1

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    8000 reason: exitsAreSent 0 0 0 0
    8000 hoverExited 1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    50000 hoverEntered 1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    58000 hoverExited 1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    90000 reason: floorRefused 60 0 100 0
    90000 hoverEntered 1 x=0.1 f=0.6 tilt=90/0 ~altitude ~azimuth
    98000 hoverMoved 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    99000 hoverExited 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    140000 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    """
}
