export const completionHelp = `guildhall completion

Prints a script that completes commands and options in bash and zsh. Add it to the shell:

  echo 'source <(npx guildhall completion)' >> ~/.bashrc`

export interface Completed {
  readonly name: string
  /** Its options are those that the help names. */
  readonly help: string
}

const optionPattern = /(?<![\w-])--[a-z][a-z-]*/g

/** A script for bash; zsh reads it with its emulation of bash. */
export function completionScript(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, help }) => {
    const options = [...new Set([...(help.match(optionPattern) ?? []), '--help'])]
    return `    ${name}) words="${options.join(' ')}" ;;`
  })
  return `if [ -n "$ZSH_VERSION" ]; then autoload -U +X bashcompinit && bashcompinit; fi
_guildhall() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')}"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _guildhall guildhall`
}
