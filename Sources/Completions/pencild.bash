# Completion of pencild's options in bash.

_pencild() {
  local cur prev words cword split
  _init_completion -s || return

  case $prev in
  --record | --replay | --config | --socket)
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
  --frames | --predict)
    return
    ;;
  esac
  $split && return

  COMPREPLY=($(compgen -W '--dump --record --list --replay --speed --device --socket --format --frames --predict
    --raw --reasons --summary --config --verbose --help --version' -- "$cur"))
} && complete -F _pencild pencild
