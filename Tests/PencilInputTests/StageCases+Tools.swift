/// Tools.
extension StageCases {
  static let tools = """
    ## serial and id that come later are news of the tool; −1 is no serial
    0 PEN=1 X=100
    8000 X=110 SERIAL=77 MISC=2083
    16000 X=120 SERIAL=-1
    24000 PEN=0 SERIAL=77 MISC=0
    54000 expire
    60000 PEN=1 X=130 SERIAL=77 MISC=2083

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 tool 1 pen s=77 hw=2083
    8000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth
    16000 hoverMoved 1 x=0.12 tilt=90/0 ~altitude ~azimuth
    24000 hoverExited 1 x=0.12 tilt=90/0 ~altitude ~azimuth
    60000 hoverEntered 1 x=0.13 tilt=90/0 ~altitude ~azimuth

    ## another serial is another tool, also without an exit
    0 PEN=1 X=100 SERIAL=77
    8000 X=110 SERIAL=78
    16000 PEN=0
    46000 expire
    50000 PEN=1 SERIAL=77

    0 tool 1 pen s=77
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    8000 tool 2 pen s=78
    8000 hoverEntered 2 x=0.11 tilt=90/0 ~altitude ~azimuth
    16000 hoverExited 2 x=0.11 tilt=90/0 ~altitude ~azimuth
    50000 hoverEntered 1 x=0.11 tilt=90/0 ~altitude ~azimuth

    ## pen and eraser of one pen: two tools with one serial
    0 PEN=1 X=100 SERIAL=77
    8000 PEN=0
    38000 expire
    500000 RUBBER=1 SERIAL=77

    0 tool 1 pen s=77
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    500000 tool 2 eraser s=77
    500000 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## two at once: the later counts; the pen is back by its next frame with an axis | reasons
    0 PEN=1 X=100
    8000 RUBBER=1
    16000 X=110
    24000 RUBBER=0
    32000 STYLUS=1
    40000 X=120 STYLUS=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 reason: exitsAreSent 0 0 0 0
    8000 reason: laterToolWins 1 2 0 0
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    8000 tool 2 eraser
    8000 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 hoverMoved 2 x=0.11 tilt=90/0 ~altitude ~azimuth
    40000 reason: toolChanged 16000 2 1 0
    40000 hoverExited 2 x=0.11 tilt=90/0 ~altitude ~azimuth synthetic
    40000 hoverEntered 1 x=0.12 tilt=90/0 ~altitude ~azimuth

    ## two at once, the eraser goes and nothing comes: an exit
    0 PEN=1 X=100
    8000 RUBBER=1
    16000 RUBBER=0
    46000 expire
    50000 PEN=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    8000 tool 2 eraser
    8000 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 hoverExited 2 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## two at once, both go at once
    0 PEN=1 X=100
    8000 RUBBER=1
    16000 PEN=0 RUBBER=0
    46000 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    8000 tool 2 eraser
    8000 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 hoverExited 2 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## the pen's key with the eraser's touch: still the eraser | reasons
    0 RUBBER=1 X=100
    8000 PEN=1 TOUCH=1 P=20
    16000 TOUCH=0 P=0
    24000 PEN=0 RUBBER=0
    54000 expire

    0 reason: exitsAreSent 0 0 0 0
    0 tool 1 eraser
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 reason: eraserTouches 0 0 0 0
    8000 began 1#1.1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth
    16000 ended 1#1.2 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 stroke 1#1 from 8000 samples 2
    24000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## the pen's key without a touch: the pen is the later
    0 RUBBER=1 X=100
    8000 PEN=1
    16000 TOUCH=1 P=20

    0 tool 1 eraser
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    8000 tool 2 pen
    8000 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 began 2#1.1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth

    ## a change of tool in one frame
    0 PEN=1 X=100 TOUCH=1 P=20
    8000 PEN=0 RUBBER=1 TOUCH=0 P=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth
    8000 ended 1#1.2 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth synthetic
    8000 stroke 1#1 from 0 samples 2
    8000 hoverExited 1 x=0.1 f=0.2 tilt=90/0 ~altitude ~azimuth synthetic
    8000 tool 2 eraser
    8000 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## a tool bit that is never sent, and then it is | reasons
    0 X=100
    8000 TOUCH=1 P=30
    16000 TOUCH=0 P=0
    24000 PEN=1 X=110
    32000 PEN=0
    62000 expire

    0 reason: toolAssumed 0 0 0 0
    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    16000 ended 1#1.2 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 stroke 1#1 from 8000 samples 2
    24000 reason: toolsAreSent 0 0 0 0
    24000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth
    32000 reason: exitsAreSent 0 0 0 0
    32000 hoverExited 1 x=0.11 tilt=90/0 ~altitude ~azimuth

    ## a pen that was near before a recording begins, and leaves
    0 X=100
    8000 PEN=0 X=0
    38000 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## a tablet without tools: a pen; silence takes it away | -TOOLS
    0 STYLUS=1
    8000 X=100 STYLUS=0
    16000 TOUCH=1 P=30
    24000 TOUCH=0 P=0
    274000 expire
    300000 X=110

    8000 tool 1 pen
    8000 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    24000 ended 1#1.2 x=0.1 tilt=90/0 ~altitude ~azimuth
    24000 stroke 1#1 from 16000 samples 2
    274000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    300000 hoverEntered 1 x=0.11 tilt=90/0 ~altitude ~azimuth

    ## touch before any tool waits for one
    0 TOUCH=1
    8000 PEN=1 X=100 P=30

    8000 tool 1 pen
    8000 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth

    ## a puck is Wacom's; elsewhere the bit says nothing | others
    0 MOUSE=1
    8000 PEN=1 X=100

    8000 tool 1 pen
    8000 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## Wacom's puck: no force, no tilt
    0 MOUSE=1 X=100 TOUCH=1 P=50

    0 tool 1 mouse
    0 hoverEntered 1 x=0.1
    0 began 1#1.1 x=0.1

    ## an eraser that is a pen by the user's word, for one serial | RUBBER>PEN:77 reasons
    0 RUBBER=1 X=100 SERIAL=77
    8000 RUBBER=0
    38000 expire
    40000 RUBBER=1 SERIAL=78

    0 reason: exitsAreSent 0 0 0 0
    0 reason: toolOverridden 2 1 0 0
    0 tool 1 pen s=77
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    40000 tool 2 eraser s=78
    40000 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth
    """
}
