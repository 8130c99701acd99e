/// Lost and odd events.
extension StageCases {
  static let odd = """
    ## lost events in hover and in contact, across a lift, across an exit; the serial stays
    0 PEN=1 X=100 SERIAL=77
    8000 DROPPED X=150
    16000 TOUCH=1 P=30
    24000 DROPPED X=200 P=40
    32000 DROPPED TOUCH=0 P=0 X=250
    40000 DROPPED PEN=0
    70000 expire

    0 tool 1 pen s=77
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverMoved 1 x=0.15 tilt=90/0 ~altitude ~azimuth gap
    16000 began 1#1.1 x=0.15 f=0.3 tilt=90/0 ~altitude ~azimuth
    24000 moved 1#1.2 x=0.2 f=0.4 tilt=90/0 ~altitude ~azimuth gap
    32000 ended 1#1.3 x=0.25 tilt=90/0 ~altitude ~azimuth gap
    32000 stroke 1#1 from 16000 samples 3
    40000 hoverExited 1 x=0.25 tilt=90/0 ~altitude ~azimuth gap

    ## lost events across a change of tool in contact: both bits in one frame
    0 PEN=1 X=100 SERIAL=77 TOUCH=1 P=30
    8000 DROPPED PEN=0 RUBBER=1 X=150
    16000 X=160

    0 tool 1 pen s=77
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 ended 1#1.2 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth gap synthetic
    8000 stroke 1#1 from 0 samples 2
    8000 hoverExited 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth gap synthetic
    8000 tool 2 eraser s=77
    8000 hoverEntered 2 x=0.15 f=0.3 tilt=90/0 ~altitude ~azimuth gap
    8000 began 2#2.3 x=0.15 f=0.3 tilt=90/0 ~altitude ~azimuth gap
    16000 moved 2#2.4 x=0.16 f=0.3 tilt=90/0 ~altitude ~azimuth

    ## lost events while an exit is kept back: told with the frame after
    0 PEN=1 X=100
    8000 DROPPED PEN=0
    16000 RUBBER=1 X=110

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    16000 hoverExited 1 x=0.1 tilt=90/0 ~altitude ~azimuth gap synthetic
    16000 tool 2 eraser
    16000 hoverEntered 2 x=0.11 tilt=90/0 ~altitude ~azimuth gap

    ## equal times stay, backward ones are held | reasons
    1000 PEN=1 X=100
    1000 X=110
    900 X=120
    1500 X=130

    1000 tool 1 pen
    1000 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    1000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth
    900 reason: timeHeld 100 0 0 0
    1000 hoverMoved 1 x=0.12 tilt=90/0 ~altitude ~azimuth timeHeld
    1500 hoverMoved 1 x=0.13 tilt=90/0 ~altitude ~azimuth

    ## a clock that is set back: times go on | reasons
    9000000 PEN=1 X=100
    1000000 X=110
    1008000 X=120
    9100000 X=130

    9000000 tool 1 pen
    9000000 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    1000000 reason: clockSetBack 8000 0 0 0
    9000000 hoverMoved 1 x=0.11 tilt=90/0 ~altitude ~azimuth timeHeld
    9008000 hoverMoved 1 x=0.12 tilt=90/0 ~altitude ~azimuth timeHeld
    9100000 hoverMoved 1 x=0.13 tilt=90/0 ~altitude ~azimuth

    ## a Bluetooth burst that is back-dated: in order, none lost
    10000 PEN=1 X=100
    25000 X=101
    19000 X=102
    22000 X=103
    25000 X=104
    28000 X=105

    10000 tool 1 pen
    10000 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    25000 hoverMoved 1 x=0.101 tilt=90/0 ~altitude ~azimuth
    25000 hoverMoved 1 x=0.102 tilt=90/0 ~altitude ~azimuth timeHeld
    25000 hoverMoved 1 x=0.103 tilt=90/0 ~altitude ~azimuth timeHeld
    25000 hoverMoved 1 x=0.104 tilt=90/0 ~altitude ~azimuth
    28000 hoverMoved 1 x=0.105 tilt=90/0 ~altitude ~azimuth

    ## a Bluetooth burst at one instant
    10000 PEN=1 X=100
    10000 X=101
    10000 TOUCH=1 P=10
    10000 X=102 P=20
    25000 X=103

    10000 tool 1 pen
    10000 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    10000 hoverMoved 1 x=0.101 tilt=90/0 ~altitude ~azimuth
    10000 began 1#1.1 x=0.101 f=0.1 tilt=90/0 ~altitude ~azimuth
    10000 moved 1#1.2 x=0.102 f=0.2 tilt=90/0 ~altitude ~azimuth
    25000 moved 1#1.3 x=0.103 f=0.2 tilt=90/0 ~altitude ~azimuth

    ## the serial vanishes and the position jumps: held for one frame | reasons
    0 PEN=1 X=100 SERIAL=77 TOUCH=1 P=30
    8000 X=101 SERIAL=77
    16000 X=500 Y=300 SERIAL=0
    24000 X=103 Y=0 SERIAL=77

    0 tool 1 pen s=77
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 moved 1#1.2 x=0.101 f=0.3 tilt=90/0 ~altitude ~azimuth
    16000 reason: jumpHeld 500 300 0 0
    16000 moved 1#1.3 x=0.101 f=0.3 tilt=90/0 ~altitude ~azimuth ~location
    24000 moved 1#1.4 x=0.103 f=0.3 tilt=90/0 ~altitude ~azimuth

    ## the serial vanishes without a jump, or for longer: believed
    0 PEN=1 X=100 SERIAL=77 TOUCH=1 P=30
    8000 X=102 SERIAL=0
    16000 X=104 SERIAL=77
    24000 X=500 SERIAL=0
    32000 X=501 SERIAL=0

    0 tool 1 pen s=77
    0 hoverEntered 1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    0 began 1#1.1 x=0.1 f=0.3 tilt=90/0 ~altitude ~azimuth
    8000 moved 1#1.2 x=0.102 f=0.3 tilt=90/0 ~altitude ~azimuth
    16000 moved 1#1.3 x=0.104 f=0.3 tilt=90/0 ~altitude ~azimuth
    24000 moved 1#1.4 x=0.104 f=0.3 tilt=90/0 ~altitude ~azimuth ~location
    32000 moved 1#1.5 x=0.501 f=0.3 tilt=90/0 ~altitude ~azimuth

    ## a tilt spike in hover is held for one frame; a second frame is believed | reasons
    0 PEN=1 X=100 TX=5 TY=5
    4000 TX=-46
    8000 TX=4
    12000 TX=40 TY=40
    16000 X=101

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=83/45
    4000 reason: tiltSpike -46 5 5 5
    4000 hoverMoved 1 x=0.1 tilt=83/45 ~altitude ~azimuth
    8000 hoverMoved 1 x=0.1 tilt=84/51
    12000 reason: tiltSpike 40 40 4 5
    12000 hoverMoved 1 x=0.1 tilt=84/51 ~altitude ~azimuth
    16000 hoverMoved 1 x=0.101 tilt=40/45

    ## a tilt jump in contact passes
    0 PEN=1 X=100 TX=5 TY=5 TOUCH=1 P=30
    4000 TX=-46

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 f=0.3 tilt=83/45
    0 began 1#1.1 x=0.1 f=0.3 tilt=83/45
    4000 moved 1#1.2 x=0.1 f=0.3 tilt=44/175

    ## tilt of an earlier proximity says nothing before this one reports it
    0 PEN=1 X=100 TX=30 TY=30
    8000 PEN=0 TX=0 TY=0
    38000 expire
    40000 PEN=1 X=110
    48000 TX=20 TY=20

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=51/45
    8000 hoverExited 1 x=0.1 tilt=51/45
    40000 hoverEntered 1 x=0.11 tilt=90/0 ~altitude ~azimuth
    48000 hoverMoved 1 x=0.11 tilt=63/45

    ## pressure that wraps below 0 is none; a little too much is all | reasons
    0 PEN=1 X=100 TOUCH=1 P=-6847
    8000 P=58689
    16000 P=101
    24000 P=5

    0 reason: pressureWrapped -6847 0 0 0
    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth touchWithoutPressure
    8000 reason: pressureWrapped 58689 0 0 0
    8000 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth touchWithoutPressure
    16000 began 1#1.1 x=0.1 f=1.0 tilt=90/0 ~altitude ~azimuth
    24000 moved 1#1.2 x=0.1 f=0.05 tilt=90/0 ~altitude ~azimuth

    ## a pressure range of the user's: contact above the upper, until the lower, from where force counts | range=40:20 -TOUCH
    0 PEN=1 X=100 P=10
    8000 P=39
    16000 P=40
    24000 P=21
    32000 P=20

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverMoved 1 x=0.1 f=0.2375 tilt=90/0 ~altitude ~azimuth
    16000 began 1#1.1 x=0.1 f=0.25 tilt=90/0 ~altitude ~azimuth byPressure
    24000 moved 1#1.2 x=0.1 f=0.0125 tilt=90/0 ~altitude ~azimuth byPressure
    32000 ended 1#1.3 x=0.1 tilt=90/0 ~altitude ~azimuth
    32000 stroke 1#1 from 16000 samples 3

    ## the same with BTN_TOUCH, which comes too soon | range=70:50
    0 PEN=1 X=100
    8000 TOUCH=1 P=51
    16000 P=69
    24000 P=70
    32000 P=51
    40000 P=50
    48000 P=69
    56000 TOUCH=0 P=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    8000 hoverMoved 1 x=0.1 f=0.02 tilt=90/0 ~altitude ~azimuth touchWithoutPressure
    16000 hoverMoved 1 x=0.1 f=0.38 tilt=90/0 ~altitude ~azimuth touchWithoutPressure
    24000 began 1#1.1 x=0.1 f=0.4 tilt=90/0 ~altitude ~azimuth
    32000 moved 1#1.2 x=0.1 f=0.02 tilt=90/0 ~altitude ~azimuth
    40000 ended 1#1.3 x=0.1 tilt=90/0 ~altitude ~azimuth touchWithoutPressure
    40000 stroke 1#1 from 24000 samples 3
    48000 hoverMoved 1 x=0.1 f=0.38 tilt=90/0 ~altitude ~azimuth touchWithoutPressure
    56000 hoverMoved 1 x=0.1 tilt=90/0 ~altitude ~azimuth
    """
}
