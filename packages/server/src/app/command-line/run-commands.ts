import { StartFailure } from '../../platform/start-failure.ts'
import { completionHelp, completionScript } from './completion.ts'
import type { UsageError } from './usage.ts'

export interface Command {
  readonly meaning: string
  readonly help: string
  /** Returns the exit code. */
  run(args: readonly string[]): Promise<number>
}

export type Commands = Readonly<Record<string, Command>>

export const print = (text: string): void => void process.stdout.write(`${text}\n`)
export const printError = (text: string): void => void process.stderr.write(`${text}\n`)

export function refuse({ usageError }: UsageError): number {
  printError(usageError)
  return 2
}

/** Runs the command that the arguments of this process name, and sets its exit code. */
export async function runCommands(given: Commands, version: string): Promise<void> {
  try {
    process.exitCode = await runNamed({ ...given, completion: completion(given) }, version)
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    printError(error instanceof StartFailure ? error.message : text)
    process.exitCode = 1
  }
}

async function runNamed(commands: Commands, version: string): Promise<number> {
  const [first = 'help', ...args] = process.argv.slice(2)
  if (first === '--version') return printText(version)
  if (['help', '--help', '-h'].includes(first)) return printText(overview(commands))
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined
  if (command === undefined) {
    return refuse({ usageError: `There is no command ${first}; try: guildhall help` })
  }
  if (args.includes('--help') || args.includes('-h')) return printText(command.help)
  return command.run(args)
}

function printText(text: string): number {
  print(text)
  return 0
}

const overview = (commands: Commands): string =>
  [
    'guildhall <command>; --help after it shows its options\n',
    ...Object.entries(commands).map(([name, { meaning }]) => `  ${name.padEnd(12)} ${meaning}`),
  ].join('\n')

const completion = (commands: Commands): Command => ({
  meaning: 'prints a script that completes commands in a shell',
  help: completionHelp,
  run: async ([unknown]) => {
    if (unknown !== undefined) return refuse({ usageError: `There is no option ${unknown}` })
    const completed = Object.entries(commands).map(([name, { help }]) => ({ name, help }))
    return printText(completionScript(completed))
  },
})
