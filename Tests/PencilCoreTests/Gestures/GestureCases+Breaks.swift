extension GestureScript {
  /// What no double press goes through.
  static let breaks = """
    ## contact in between
    0 pen
    100 pen b=stylus
    200 pen
    210 pen touch f=0.5
    220 pen
    300 pen b=stylus
    350 pen
    450 pen b=stylus

    300 contactBetween stylus
    450 doublePress stylus 2+3

    ## contact during the first press
    0 pen
    100 pen b=stylus
    150 pen touch f=0.5 b=stylus
    160 pen b=stylus
    200 pen
    300 pen b=stylus

    300 contactBetween stylus

    ## the second press in contact
    0 pen
    100 pen b=stylus
    200 pen
    250 pen touch f=0.5
    300 pen touch f=0.5 b=stylus

    300 contactBetween stylus

    ## contact in the second press's own report
    0 pen
    100 pen b=stylus
    200 pen
    300 pen touch f=0.5 b=stylus

    300 contactBetween stylus

    ## contact before the first press is no matter
    0 pen touch f=0.5
    90 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    310 pen touch f=0.5 b=stylus

    300 doublePress stylus 1+2

    ## presses in contact
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    200 pen touch f=0.5
    300 pen touch f=0.5 b=stylus

    100 onlyInHover stylus
    300 onlyInHover stylus

    ## the first press in contact, the second in hover
    0 pen touch f=0.5
    100 pen touch f=0.5 b=stylus
    200 pen touch f=0.5
    250 pen
    300 pen b=stylus
    350 pen
    450 pen b=stylus

    100 onlyInHover stylus
    450 doublePress stylus 2+3

    ## a barrel button that is sent as a touch without pressure is no contact
    0 pen
    100 pen touch b=stylus
    200 pen
    300 pen touch b=stylus

    300 doublePress stylus 1+2

    ## the tool's exit releases the button in the same report
    0 pen
    100 pen b=stylus
    200 -
    250 pen
    300 pen b=stylus

    200 madeRelease stylus

    ## the tool leaves with its button down: a made release
    0 pen
    100 pen b=stylus
    200 - b=stylus
    250 pen
    300 pen b=stylus

    200 madeRelease stylus

    ## an exit in between
    0 pen
    100 pen b=stylus
    200 pen
    220 -
    240 pen
    300 pen b=stylus
    350 pen
    450 pen b=stylus

    300 exitBetween stylus
    450 doublePress stylus 2+3

    ## an exit that is only silence breaks nothing
    0 pen
    100 pen b=stylus
    200 pen
    450 - made
    500 pen
    520 pen b=stylus

    520 doublePress stylus 1+2

    ## a press ends a silence that was taken for an exit
    0 pen
    100 pen b=stylus
    200 pen
    450 - made
    520 pen b=stylus

    520 doublePress stylus 1+2

    ## a lift and a release that come before an exit that is kept back, and undone
    0 pen
    100 pen b=stylus
    200 - lifts
    210 pen
    300 pen b=stylus

    300 doublePress stylus 1+2

    ## an exit that is kept back releases the button, and brings it back
    0 pen
    100 pen b=stylus
    200 - lifts
    210 pen b=stylus
    250 pen
    400 pen b=stylus

    210 bounce stylus 10 40
    400 doublePress stylus 1+3

    ## a button that is down when the tool comes
    0 pen b=stylus
    100 pen
    200 pen b=stylus
    300 pen
    400 pen b=stylus

    0 heldAtEntry stylus
    400 doublePress stylus 2+3

    ## the tablet is unplugged with its button down
    0 pen
    100 pen b=stylus
    200 unplug

    200 madeRelease stylus

    ## the tablet is unplugged between the presses
    0 pen
    100 pen b=stylus
    200 pen
    250 unplug


    ## events were lost before the release
    0 pen
    100 pen b=stylus
    200 pen gap
    300 pen b=stylus
    350 pen
    450 pen b=stylus

    200 lossBetween stylus
    450 doublePress stylus 2+3

    ## events were lost while the button was down
    0 pen
    100 pen b=stylus
    150 pen gap b=stylus
    200 pen
    300 pen b=stylus

    150 lossBetween stylus

    ## events were lost between the presses
    0 pen
    100 pen b=stylus
    200 pen
    250 pen gap
    300 pen b=stylus

    300 lossBetween stylus

    ## events were lost before the second press
    0 pen
    100 pen b=stylus
    200 pen
    300 pen gap b=stylus
    350 pen
    450 pen b=stylus
    500 pen
    600 pen b=stylus

    300 lossBetween stylus
    600 doublePress stylus 3+4

    ## a press comes with lost events
    0 pen
    100 pen gap b=stylus
    200 pen
    300 pen b=stylus

    100 lossBetween stylus

    ## events were lost before the first press and after the second
    0 pen
    90 pen gap
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    310 pen gap b=stylus

    300 doublePress stylus 1+2

    ## nobody asks for reasons | quiet
    0 pen
    100 pen b=stylus
    400 pen
    410 pen b=stylus
    500 pen
    600 pen b=stylus,stylus2
    700 -


    ## all is off: nothing is told | off=double
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus
    350 pen touch f=0.5
    400 pen touch f=0.5 b=stylus

    """
}
