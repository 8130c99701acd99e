# Completion of pencild's options in bash.

_pencild() {
  local cur prev words cword split i
  _init_completion -s || return

  # Behind --, it is another command's line.
  for ((i = 1; i < cword; i++)); do
    if [[ ${words[i]} == -- ]]; then
      _command_offset $((i + 1))
      return
    fi
  done

  case $prev in
  --record | --replay | --config | --socket | --json-socket)
    _filedir
    return
    ;;
  --device)
    COMPREPLY=($(compgen -G "${cur:-/dev/input/event}*"))
    return
    ;;
  --speed)
    COMPREPLY=($(compgen -W 'real max' -- "$cur"))
    return
    ;;
  --format)
    COMPREPLY=($(compgen -W 'text json' -- "$cur"))
    return
    ;;
  --on)
    COMPREPLY=($(compgen -W 'double-press triple-press hold contact-press' -- "$cur"))
    return
    ;;
  --button)
    COMPREPLY=($(compgen -W 'stylus stylus2 stylus3 left right middle side extra' -- "$cur"))
    return
    ;;
  --tool)
    COMPREPLY=($(compgen -W 'pen eraser brush pencil airbrush mouse lens' -- "$cur"))
    return
    ;;
  --prefer)
    # The = parts words for readline: behind it only the action is completed.
    case $cur in
    *=*)
      COMPREPLY=($(compgen -W 'ignore switchEraser switchPrevious showColorPalette showInkAttributes showContextualPalette runSystemShortcut default' -- "${cur#*=}"))
      [[ $COMP_WORDBREAKS == *=* ]] || COMPREPLY=("${COMPREPLY[@]/#/${cur%%=*}=}")
      ;;
    *)
      COMPREPLY=($(compgen -S = -W 'double-press triple-press hold contact-press' -- "$cur") $(compgen -W 'show' -- "$cur"))
      [[ ${COMPREPLY[*]} == show ]] || compopt -o nospace
      ;;
    esac
    return
    ;;
  --frames | --predict | --tablet)
    return
    ;;
  esac
  $split && return

  COMPREPLY=($(compgen -W '--dump --record --list --on --prefer --button --status --check-config --show-config --tool --tablet --replay --speed --device --socket --json-socket
    --format --frames --predict --raw --reasons --summary --once --config --verbose --help --version' -- "$cur"))
} && complete -F _pencild pencild
