extension GestureScript {
  /// Other tools and other buttons, through which no double press goes either.
  static let others = """
    ## another tool in between
    0 pen
    100 pen b=stylus
    200 pen
    220 eraser
    240 pen
    300 pen b=stylus

    300 otherToolBetween stylus

    ## another tool's press in between
    0 pen
    100 pen b=stylus
    200 pen
    220 eraser
    240 eraser b=stylus

    240 otherToolBetween stylus

    ## another pen in between
    0 pen s=1
    100 pen s=1 b=stylus
    200 pen s=1
    220 pen s=2
    300 pen s=2 b=stylus

    300 otherToolBetween stylus

    ## an eraser's button
    0 eraser
    100 eraser b=stylus
    200 eraser
    300 eraser b=stylus

    300 doublePress stylus 1+2

    ## the other button
    0 pen
    100 pen b=stylus2
    200 pen
    300 pen b=stylus2

    300 doublePress stylus2 1+2

    ## the third button of a pen that has three: no chord, as nothing else was down
    0 pen
    100 pen b=stylus3
    200 pen
    300 pen b=stylus3

    300 doublePress stylus3 1+2

    ## two buttons in turn
    0 pen
    100 pen b=stylus
    200 pen
    300 pen b=stylus2
    400 pen
    500 pen b=stylus

    300 otherButtonBetween stylus stylus2
    500 otherButtonBetween stylus2 stylus

    ## a firmware's chord: the third button comes as the others fall, and back
    0 pen
    100 pen b=stylus
    150 pen b=stylus3
    200 pen b=stylus
    220 pen
    300 pen b=stylus
    350 pen
    450 pen b=stylus

    150 chord stylus stylus3
    450 doublePress stylus 4+5

    ## a firmware's chord with the upper button first, released at once
    0 pen
    100 pen b=stylus2
    150 pen b=stylus3
    220 pen
    300 pen b=stylus2

    150 chord stylus2 stylus3

    ## a chord twice is no double press
    0 pen
    100 pen b=stylus
    110 pen b=stylus3
    200 pen b=stylus
    205 pen
    300 pen b=stylus
    310 pen b=stylus3
    400 pen b=stylus
    405 pen

    110 chord stylus stylus3
    310 chord stylus stylus3

    ## two buttons at once
    0 pen
    100 pen b=stylus
    150 pen b=stylus,stylus2
    200 pen b=stylus
    210 pen b=stylus,stylus2
    220 pen
    300 pen b=stylus
    350 pen
    450 pen b=stylus

    150 chord stylus stylus2
    450 doublePress stylus 4+5

    ## two buttons in one report, down and up
    0 pen
    100 pen b=stylus,stylus2
    200 pen
    300 pen b=stylus,stylus2
    400 pen

    100 chord stylus stylus2
    300 chord stylus stylus2

    ## a chord between two presses
    0 pen
    100 pen b=stylus
    150 pen
    200 pen b=stylus,stylus2
    250 pen
    300 pen b=stylus

    200 chord stylus stylus2

    ## from one button to the other in one report
    0 pen
    100 pen b=stylus
    150 pen b=stylus2
    200 pen
    300 pen b=stylus2
    350 pen
    450 pen b=stylus2

    150 chord stylus stylus2
    450 doublePress stylus2 3+4

    ## a puck has no barrel
    0 mouse
    100 mouse b=left
    200 mouse
    300 mouse b=left


    ## a puck's buttons are no chord with a barrel's
    0 pen b=left
    100 pen b=left,stylus
    200 pen b=left
    300 pen b=left,stylus

    300 doublePress stylus 2+3

    """
}
