/// Eraser buttons.
extension StageCases {
  static let erasers = """
    ## an eraser button: one change of tool, no exit between; and back | reasons
    0 PEN=1 X=100
    8000 PEN=0 X=0
    17000 RUBBER=1 X=110
    100000 RUBBER=0 X=0
    108000 PEN=1 X=120

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 reason: exitsAreSent 0 0 0 0
    17000 reason: toolChanged 9000 1 2 0
    17000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    17000 tool 2 eraser
    17000 hoverEntered 2 x=0.11 tilt=90/0 ~altitude ~azimuth
    108000 reason: toolChanged 8000 2 1 0
    108000 hoverExited 2 x=0.11 tilt=90/0 ~altitude ~azimuth synthetic
    108000 hoverEntered 1 x=0.12 tilt=90/0 ~altitude ~azimuth

    ## the shortest gap that was seen
    0 PEN=1 X=100
    8000 PEN=0
    8011 RUBBER=1 X=110

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8011 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    8011 tool 2 eraser
    8011 hoverEntered 2 x=0.11 tilt=90/0 ~altitude ~azimuth

    ## a gap of 31 ms is an exit
    0 PEN=1 X=100
    8000 PEN=0
    39000 RUBBER=1 X=110

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    39000 tool 2 eraser
    39000 hoverEntered 2 x=0.11 tilt=90/0 ~altitude ~azimuth

    ## in contact: the stroke ends at once, then the tool changes
    0 PEN=1 X=100 TOUCH=1 P=30
    8000 PEN=0 TOUCH=0 P=0
    8001 expire
    16000 RUBBER=1 X=110 TOUCH=1 P=20

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 ended 1#1.2 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 stroke 1#1 from 0 samples 2
    16000 hoverExited 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth synthetic
    16000 tool 2 eraser
    16000 hoverEntered 2 x=0.11 f=0.2 tilt=90/0 ~altitude ~azimuth
    16000 began 2#2.3 x=0.11 f=0.2 tilt=90/0 ~altitude ~azimuth

    ## a pen that is back at once never left; then an eraser without the pen's exit (ELAN T303UA)
    0 PEN=1 X=100
    280000 PEN=0
    284437 PEN=1
    294739 RUBBER=1
    869748 X=110

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    250000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    284437 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    294739 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth synthetic
    294739 tool 2 eraser
    294739 hoverEntered 2 x=0.1 tilt=90/0 ~altitude ~azimuth
    869748 hoverMoved 2 x=0.11 tilt=90/0 ~altitude ~azimuth

    ## a tablet without an eraser: the exit is told at once | -RUBBER
    0 PEN=1 X=100
    8000 PEN=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## as a button: down, up, no proximity | button reasons
    0 PEN=1 X=100
    8000 PEN=0 X=0
    17000 RUBBER=1 X=110
    25000 X=120
    100000 RUBBER=0 X=0
    108000 PEN=1 X=130

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 reason: exitsAreSent 0 0 0 0
    17000 reason: eraserIsButton 2 1 0 0
    17000 reason: exitUndone 9000 0 0 0
    17000 hoverMoved 1 x=0.11 tilt=90/0 b=stylus3 ~altitude ~azimuth
    17000 press 1 stylus3
    25000 hoverMoved 1 x=0.12 tilt=90/0 b=stylus3 ~altitude ~azimuth
    108000 reason: eraserIsButton 2 0 0 0
    108000 reason: exitUndone 8000 0 0 0
    108000 hoverMoved 1 x=0.13 tilt=90/0 ~altitude ~azimuth
    108000 release 1 stylus3

    ## as a button: comes into range with it; the button is the first that the pen has not | button -STYLUS2
    0 RUBBER=1 X=100 TOUCH=1 P=20
    8000 RUBBER=0 TOUCH=0 P=0
    16000 PEN=1 X=110

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.2 tilt=90/0 b=stylus2 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.2 tilt=90/0 b=stylus2 ~altitude ~azimuth
    0 press 1#1 stylus2
    8000 ended 1#1.2 x=0.1 f=0.2 tilt=90/0 b=stylus2 ~altitude ~azimuth
    8000 stroke 1#1 from 0 samples 2
    16000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth
    16000 release 1 stylus2

    ## as a button: pulled away with it held: no click | button
    0 RUBBER=1 X=100
    8000 RUBBER=0
    38000 expire

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 b=stylus3 ~altitude ~azimuth
    0 press 1 stylus3
    8000 release 1 stylus3 synthetic
    8000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth

    ## as a button: pressed again at once, without the pen between: two presses | button
    0 RUBBER=1 X=100
    8000 RUBBER=0 X=0
    28000 RUBBER=1 X=110
    80000 RUBBER=0
    90000 PEN=1

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 b=stylus3 ~altitude ~azimuth
    0 press 1 stylus3
    8000 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 release 1 stylus3
    28000 hoverMoved 1 x=0.11 tilt=90/0 b=stylus3 ~altitude ~azimuth
    28000 press 1 stylus3
    90000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth
    90000 release 1 stylus3

    ## an eraser button's touch without pressure in hover is no ink
    0 RUBBER=1 X=100 TOUCH=1
    8000 X=110

    0 tool 1 eraser
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth touchWithoutPressure barrel
    8000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth touchWithoutPressure barrel
    """
}
