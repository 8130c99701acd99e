extension TrackerScript {
  static let cases = """
    ## a stroke: hover, contact, motion, lift, hover, exit; the exit repeats the last values
    0 pen x=0.1
    1 pen x=0.2 touch f=0.3
    2 pen x=0.3 touch f=0.4
    3 pen x=0.4 f=0
    4 pen x=0.5
    5 - x=0 f=0

    0 tool 1 pen
    0 hoverEntered 1 x=0.1
    1 began 1#1.1 x=0.2 f=0.3
    2 moved 1#1.2 x=0.3 f=0.4
    3 ended 1#1.3 x=0.4
    3 stroke 1#1 from 1 samples 3
    4 hoverMoved 1 x=0.5
    5 hoverExited 1 x=0.5

    ## entered and began in one frame, ended and exited in one frame; the tool is told once
    0 pen touch f=0.5
    1 -
    2 pen touch f=0.5
    3 pen
    4 -

    0 tool 1 pen
    0 hoverEntered 1 f=0.5
    0 began 1#1.1 f=0.5
    1 ended 1#1.2 f=0.5
    1 stroke 1#1 from 0 samples 2
    1 hoverExited 1 f=0.5
    2 hoverEntered 1 f=0.5
    2 began 1#2.3 f=0.5
    3 ended 1#2.4
    3 stroke 1#2 from 2 samples 2
    4 hoverExited 1

    ## nothing is made of readings without a tool
    0 -
    1 - gap touch b=stylus
    2 unplug


    ## a frame in which nothing changed is a sample
    0 pen x=0.1
    1 pen x=0.1

    0 tool 1 pen
    0 hoverEntered 1 x=0.1
    1 hoverMoved 1 x=0.1

    ## contact before releases before presses, each in ascending order
    0 pen b=stylus,stylus3
    1 pen touch f=0.5 b=stylus2,left

    0 tool 1 pen
    0 hoverEntered 1 b=stylus,stylus3
    0 press 1 stylus
    0 press 1 stylus3
    1 began 1#1.1 f=0.5 b=stylus2,left
    1 release 1#1 stylus
    1 release 1#1 stylus3
    1 press 1#1 stylus2
    1 press 1#1 left

    ## before the exit: the lift, real releases, made ones
    0 pen touch f=0.5 b=stylus,stylus2
    1 - touch b=stylus2

    0 tool 1 pen
    0 hoverEntered 1 f=0.5 b=stylus,stylus2
    0 began 1#1.1 f=0.5 b=stylus,stylus2
    0 press 1#1 stylus
    0 press 1#1 stylus2
    1 ended 1#1.2 f=0.5 b=stylus2 synthetic
    1 stroke 1#1 from 0 samples 2
    1 release 1 stylus
    1 release 1 stylus2 synthetic
    1 hoverExited 1 f=0.5

    ## unplugged in a stroke with a button held
    5 pen touch f=0.5 b=stylus
    3 unplug
    9 unplug

    5 tool 1 pen
    5 hoverEntered 1 f=0.5 b=stylus
    5 began 1#1.1 f=0.5 b=stylus
    5 press 1#1 stylus
    5 cancelled 1#1.2 f=0.5 b=stylus synthetic
    5 stroke 1#1 from 5 samples 2 cancelled
    5 release 1 stylus synthetic
    5 hoverExited 1 f=0.5 synthetic

    ## unplugged in hover
    0 pen
    7 unplug

    0 tool 1 pen
    0 hoverEntered 1
    7 hoverExited 1 synthetic

    ## serial and id that come late are news of the same tool; a serial that is missing once is none
    0 pen
    1 pen s=77
    2 pen s=77 hw=2
    3 pen
    4 -
    5 pen s=77
    6 -
    7 pen

    0 tool 1 pen
    0 hoverEntered 1
    1 tool 1 pen s=77
    1 hoverMoved 1
    2 tool 1 pen s=77 hw=2
    2 hoverMoved 1
    3 hoverMoved 1
    4 hoverExited 1
    5 hoverEntered 1
    6 hoverExited 1
    7 hoverEntered 1

    ## another serial in mid-stroke is another tool
    0 pen s=77 touch f=0.5 b=stylus
    1 pen s=78 touch f=0.4 b=stylus

    0 tool 1 pen s=77
    0 hoverEntered 1 f=0.5 b=stylus
    0 began 1#1.1 f=0.5 b=stylus
    0 press 1#1 stylus
    1 ended 1#1.2 f=0.5 b=stylus synthetic
    1 stroke 1#1 from 0 samples 2
    1 release 1 stylus synthetic
    1 hoverExited 1 f=0.5 synthetic
    1 tool 2 pen s=78
    1 hoverEntered 2 f=0.4 b=stylus
    1 began 2#2.3 f=0.4 b=stylus
    1 press 2#2 stylus

    ## a pen turned around, in a gap: two tools with one serial; the old one's end is told to be after the gap
    0 pen s=77 touch f=0.5
    1 eraser s=77 x=0.9 gap
    2 eraser s=77
    3 pen s=77

    0 tool 1 pen s=77
    0 hoverEntered 1 f=0.5
    0 began 1#1.1 f=0.5
    1 ended 1#1.2 f=0.5 gap synthetic
    1 stroke 1#1 from 0 samples 2
    1 hoverExited 1 f=0.5 gap synthetic
    1 tool 2 eraser s=77
    1 hoverEntered 2 x=0.9 gap
    2 hoverMoved 2
    3 hoverExited 2 synthetic
    3 hoverEntered 1

    ## lost events: a lift and an exit in the gap
    0 pen touch f=0.5
    1 pen gap
    2 pen touch f=0.5
    3 - gap

    0 tool 1 pen
    0 hoverEntered 1 f=0.5
    0 began 1#1.1 f=0.5
    1 ended 1#1.2 gap
    1 stroke 1#1 from 0 samples 2
    2 began 1#2.3 f=0.5
    3 ended 1#2.4 f=0.5 gap
    3 stroke 1#2 from 2 samples 2
    3 hoverExited 1 f=0.5 gap

    ## a tool is known by its serial on another tablet, else by its tablet
    0 pen s=77
    1 -
    2 pen s=77 @2
    3 - @2
    4 eraser @2
    5 eraser

    0 tool 1 pen s=77
    0 hoverEntered 1
    1 hoverExited 1
    2 tool 1 pen s=77 @2
    2 hoverEntered 1
    3 hoverExited 1
    4 tool 2 eraser @2
    4 hoverEntered 2
    5 tool 3 eraser
    5 hoverEntered 3

    ## touch without force is no contact, force without touch neither; standing pressure after the lift
    0 pen touch
    1 pen f=0.9
    2 pen touch f=0.001
    3 pen touch
    4 pen touch f=0.2
    5 pen f=0.2

    0 tool 1 pen
    0 hoverEntered 1 touchWithoutPressure
    1 hoverMoved 1 f=0.9
    2 began 1#1.1 f=0.001
    3 ended 1#1.2 touchWithoutPressure
    3 stroke 1#1 from 2 samples 2
    4 began 1#2.3 f=0.2
    5 ended 1#2.4 f=0.2
    5 stroke 1#2 from 4 samples 2

    ## no BTN_TOUCH: from 5 % down to 1 %; an exit there is a made lift
    0 pen notouch f=0.01
    1 pen notouch f=0.05
    2 pen notouch f=0.011
    3 pen notouch f=0.01
    4 pen notouch f=0.04
    5 pen notouch f=1
    6 - notouch

    0 tool 1 pen
    0 hoverEntered 1 f=0.01
    1 began 1#1.1 f=0.05 byPressure
    2 moved 1#1.2 f=0.011 byPressure
    3 ended 1#1.3 f=0.01
    3 stroke 1#1 from 1 samples 3
    4 hoverMoved 1 f=0.04
    5 began 1#2.4 f=1.0 byPressure
    6 ended 1#2.5 f=1.0 synthetic
    6 stroke 1#2 from 5 samples 2
    6 hoverExited 1 f=1.0

    ## no BTN_TOUCH: only a reported rise from below in this proximity counts
    0 pen notouch f=0.5
    1 pen notouch f=0.6
    2 pen notouch f=0.005 kept
    3 pen notouch f=0.5 kept
    4 pen notouch f=0.51
    5 -
    6 pen notouch f=0.5

    0 tool 1 pen
    0 hoverEntered 1 f=0.5
    1 hoverMoved 1 f=0.6
    2 hoverMoved 1 f=0.005
    3 hoverMoved 1 f=0.5
    4 began 1#1.1 f=0.51 byPressure
    5 ended 1#1.2 f=0.51
    5 stroke 1#1 from 4 samples 2
    5 hoverExited 1 f=0.51
    6 hoverEntered 1 f=0.5

    ## a tablet seen to press without BTN_TOUCH: learned in three reports, from then on the threshold counts
    0 pen f=0
    1 pen f=0.2
    2 pen f=0.3
    3 pen f=0.4
    4 pen f=0.01
    5 pen f=0.2
    6 pen touch f=0.2
    7 pen f=0.2
    8 pen f=0.3

    0 tool 1 pen
    0 hoverEntered 1
    1 hoverMoved 1 f=0.2
    2 hoverMoved 1 f=0.3
    3 began 1#1.1 f=0.4 byPressure
    4 ended 1#1.2 f=0.01
    4 stroke 1#1 from 3 samples 2
    5 began 1#2.3 f=0.2 byPressure
    6 moved 1#2.4 f=0.2
    7 ended 1#2.5 f=0.2
    7 stroke 1#2 from 5 samples 3
    8 hoverMoved 1 f=0.3

    ## a touch without pressure that is a barrel button: with another button, or an eraser's
    0 pen touch b=stylus
    1 pen
    2 eraser touch

    0 tool 1 pen
    0 hoverEntered 1 b=stylus touchWithoutPressure barrel
    0 press 1 stylus
    1 hoverMoved 1
    1 release 1 stylus
    2 hoverExited 1 synthetic
    2 tool 2 eraser
    2 hoverEntered 2 touchWithoutPressure barrel

    ## a lift whose exit is kept back; then a forced exit
    0 pen touch f=0.5 b=stylus,stylus2
    1 pen lifts f=0.9 x=0.9 b=stylus2
    2 - b=stylus2
    3 pen
    4 - made

    0 tool 1 pen
    0 hoverEntered 1 f=0.5 b=stylus,stylus2
    0 began 1#1.1 f=0.5 b=stylus,stylus2
    0 press 1#1 stylus
    0 press 1#1 stylus2
    1 ended 1#1.2 f=0.5 b=stylus2
    1 stroke 1#1 from 0 samples 2
    1 release 1 stylus
    2 release 1 stylus2 synthetic
    2 hoverExited 1 f=0.5
    3 hoverEntered 1
    4 hoverExited 1 synthetic

    ## a tool without force: touch alone; without both: never
    0 pen noforce touch
    1 pen noforce
    2 mouse noforce notouch b=left

    0 tool 1 pen
    0 hoverEntered 1
    0 began 1#1.1
    1 ended 1#1.2
    1 stroke 1#1 from 0 samples 2
    2 hoverExited 1 synthetic
    2 tool 2 mouse
    2 hoverEntered 2 b=left
    2 press 2 left

    ## azimuth: nothing to hold, measured, held through upright, turned over without a jump, caught up
    0 pen alt=90 az=0
    1 pen alt=40 az=200
    2 pen alt=86 az=200
    3 pen alt=88 az=170
    4 pen alt=90 az=0
    5 pen alt=88 az=30
    6 pen alt=86 az=30
    7 pen alt=84 az=30
    8 pen alt=60 az=30
    9 -
    10 pen alt=90 az=0

    0 tool 1 pen
    0 hoverEntered 1 tilt=90/0 ~azimuth
    1 hoverMoved 1 tilt=40/200
    2 hoverMoved 1 tilt=86/200
    3 hoverMoved 1 tilt=88/200 ~azimuth
    4 hoverMoved 1 tilt=90/200 ~azimuth
    5 hoverMoved 1 tilt=88/200 ~azimuth
    6 hoverMoved 1 tilt=86/142 ~azimuth
    7 hoverMoved 1 tilt=84/84 ~azimuth
    8 hoverMoved 1 tilt=60/30
    9 hoverExited 1 tilt=60/30
    10 hoverEntered 1 tilt=90/0 ~azimuth

    ## tilt that this proximity has not reported is an estimate, and nothing to hold on to; a guessed unit is told
    0 pen alt=30 az=100 stale
    1 pen alt=89 az=100 guess

    0 tool 1 pen
    0 hoverEntered 1 tilt=30/100 ~altitude ~azimuth
    1 hoverMoved 1 tilt=89/0 ~azimuth guess
    """
}
