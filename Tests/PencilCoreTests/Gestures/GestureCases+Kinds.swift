extension GestureScript {
  /// Triple presses, holds, presses in contact, and other places.
  static let kinds = """
    ## a triple press fires at the third press-down | on=triple
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    400 pen
    500 pen b=stylus
    600 pen

    300 waitsForThird stylus
    500 triplePress stylus 1+2+3

    ## where triple presses are on, silence decides on a double press | on=triple
    0 pen mm=1
    100 pen mm=1 b=stylus
    200 pen mm=1
    300 pen mm=2 b=stylus
    400 pen mm=2
    750 expire
    750.001 expire

    300 waitsForThird stylus
    750 doublePress stylus 1+2 x=2.0

    ## the third press at the limit | on=triple
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    400 pen
    750 pen b=stylus

    300 waitsForThird stylus
    750 triplePress stylus 1+2+3

    ## the third press just too late | on=triple
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    400 pen
    750.001 pen b=stylus

    300 waitsForThird stylus
    750 doublePress stylus 1+2
    750.001 tooLate stylus 350.001 350

    ## the second press as long as one may be | on=triple
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    550 expire
    550 pen
    600 pen b=stylus

    300 waitsForThird stylus
    600 triplePress stylus 1+2+3

    ## the second press is held: no third one can come | on=triple
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    550.001 expire
    700 pen

    300 waitsForThird stylus
    550 doublePress stylus 1+2

    ## the third press too far | on=triple
    0 pen mm=1
    100 pen mm=1 b=stylus
    200 pen mm=1
    300 pen mm=1 b=stylus
    400 pen mm=1
    500 pen mm=4.5 b=stylus

    300 waitsForThird stylus
    500 tooFar stylus 3.5 3
    500 doublePress stylus 1+2 x=4.5

    ## contact decides at once | on=triple
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    400 pen
    450 pen touch f=0.5
    500 pen touch f=0.5 b=stylus

    300 waitsForThird stylus
    450 doublePress stylus 1+2 #1
    500 onlyInHover stylus

    ## an exit decides at once, and there is no pose | on=triple
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    400 pen
    450 -

    300 waitsForThird stylus
    450 doublePress stylus 1+2 out

    ## the tablet is unplugged before it is decided | on=triple
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    400 pen
    450 unplug

    300 waitsForThird stylus
    450 doublePress stylus 1+2 out

    ## a silent exit, and silence decides: there is no pose | on=triple
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    400 pen
    600 - made
    750.001 expire

    300 waitsForThird stylus
    750 doublePress stylus 1+2 out

    ## only triple presses | on=triple off=double
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    400 pen
    500 pen b=stylus
    550 pen
    650 pen b=stylus

    500 triplePress stylus 1+2+3
    650 startsAnew stylus

    ## a hold | on=hold
    0 pen mm=1
    100 pen mm=1 b=stylus
    600 expire
    600.001 expire
    650 pen mm=1 b=stylus
    700 pen mm=9 b=stylus
    800 pen mm=9

    600 hold began stylus 1 x=1.0
    700 hold changed stylus 1 x=9.0
    800 hold ended stylus 1 x=9.0

    ## the next event's time tells, too, that a hold began | on=hold
    0 pen
    100 pen b=stylus
    600.001 pen

    600 hold began stylus 1
    600.001 hold ended stylus 1

    ## not quite a hold | on=hold
    0 pen
    100 pen b=stylus
    600 pen

    600 tooLong stylus 500 250

    ## a hold is no first press | on=hold
    0 pen
    100 pen b=stylus
    700 pen
    800 pen b=stylus

    600 hold began stylus 1
    700 hold ended stylus 1

    ## the second press of two is no hold | on=hold
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    9000 expire

    300 doublePress stylus 1+2

    ## a hold ends by an exit | on=hold
    0 pen
    100 pen b=stylus
    700 - b=stylus

    600 hold began stylus 1
    700 hold cancelled stylus 1
    700 madeRelease stylus

    ## a hold ends by contact | on=hold
    0 pen
    100 pen b=stylus
    700 pen touch f=0.5 b=stylus
    800 pen touch f=0.5

    600 hold began stylus 1
    700 hold cancelled stylus 1 #1
    700 contactBetween stylus

    ## a hold ends by another button | on=hold
    0 pen
    100 pen b=stylus
    700 pen b=stylus,stylus2
    800 pen

    600 hold began stylus 1
    700 chord stylus stylus2
    700 hold cancelled stylus 1

    ## a hold ends by lost events | on=hold
    0 pen
    100 pen b=stylus
    700 pen gap b=stylus
    800 pen

    600 hold began stylus 1
    700 hold cancelled stylus 1
    700 lossBetween stylus

    ## a hold ends by the tablet's end | on=hold
    0 pen
    100 pen b=stylus
    700 unplug

    600 hold began stylus 1
    700 hold cancelled stylus 1
    700 madeRelease stylus

    ## a button is held to drag something: no hold | on=hold
    0 pen mm=1
    100 pen mm=1 b=stylus
    200 pen mm=4.5 b=stylus
    600.001 expire
    700 pen mm=20

    600 tooFar stylus 3.5 3
    700 tooLong stylus 600 250

    ## another time for holds, which is never shorter than a press | on=hold hold=100
    0 pen
    100 pen b=stylus
    350.001 expire
    400 pen

    350 hold began stylus 1
    400 hold ended stylus 1

    ## a press in contact | on=contact
    0 pen touch f=0.5 mm=1
    100 pen touch f=0.5 b=stylus mm=20
    200 pen touch f=0.5 mm=40

    200 contactPress stylus 1 #1 x=40.0

    ## a press in contact as long as one may be | on=contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    350 pen touch f=0.5

    350 contactPress stylus 1 #1

    ## a press in contact that is held | on=contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    350.001 pen touch f=0.5

    350.001 tooLong stylus 250.001 250

    ## a lift before the release is no press in contact | on=contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    150 pen b=stylus
    200 pen

    200 liftBetween stylus

    ## a chord in contact is no press | on=contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    150 pen touch f=0.5 b=stylus3
    200 pen touch f=0.5

    150 chord stylus stylus3

    ## presses in contact, one after the other | on=contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    150 pen touch f=0.5
    250 pen touch f=0.5 b=stylus
    300 pen touch f=0.5

    150 contactPress stylus 1 #1
    250 startsAnew stylus
    300 contactPress stylus 2 #1

    ## double presses in contact | when=contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    200 pen touch f=0.5
    300 pen touch f=0.5 b=stylus

    300 doublePress stylus 1+2 #1

    ## a lift between presses in contact | when=contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    200 pen touch f=0.5
    220 pen
    240 pen touch f=0.5
    300 pen touch f=0.5 b=stylus

    300 liftBetween stylus

    ## in hover, where only contact counts | when=contact
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus

    100 onlyInContact stylus
    300 onlyInContact stylus

    ## anywhere: contact in between is no matter | when=any
    0 pen
    100 pen b=stylus
    200 pen
    220 pen touch f=0.5
    300 pen touch f=0.5 b=stylus

    300 doublePress stylus 1+2 #1

    ## where a double press could come of it, silence decides on a press in contact | when=any on=contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    200 pen touch f=0.5
    550.001 expire
    700 pen touch f=0.5 b=stylus
    800 pen touch f=0.5
    900 pen touch f=0.5 b=stylus

    550 contactPress stylus 1 #1
    900 doublePress stylus 2+3 #1

    ## lifted with the button down, where any place counts: no press in contact | when=any on=contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    150 pen b=stylus
    200 pen
    300 pen b=stylus

    300 doublePress stylus 1+2
    """
}
