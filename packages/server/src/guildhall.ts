import { listen } from './app/command-line/listen.ts'
import { trigger } from './app/command-line/trigger.ts'
import {
  listenHelp,
  type Misuse,
  readListen,
  readTrigger,
  triggerHelp,
} from './app/command-line/usage.ts'
import { doctor } from './app/doctor.ts'
import { settle } from './app/settle.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config/config.ts'
import { describeConfig } from './platform/config/describe.ts'
import { StartFailure } from './platform/start-failure.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const complain = (text: string) => process.stderr.write(`${text}\n`)

interface Command {
  readonly meaning: string
  /** Answers the exit code. */
  run(args: readonly string[]): Promise<number>
}

const commands: Readonly<Record<string, Command>> = {
  config: { meaning: 'prints the settings in effect, secrets masked', run: printConfig },
  doctor: { meaning: 'looks at the database and says what is wrong or weak', run: examine },
  settle: { meaning: 'notes that an organization was handed over what it had', run: noteSettled },
  listen: { meaning: 'forwards an organization’s events to a handler on this machine', run: hear },
  trigger: { meaning: 'makes an event happen in a sandbox', run: makeHappen },
  help: { meaning: 'prints this', run: printHelp },
}

async function main(): Promise<void> {
  const [name = 'help', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    complain(`There is no command ${name}; try: guildhall help`)
    process.exitCode = 2
    return
  }
  process.exitCode = await command.run(args)
}

async function printConfig(): Promise<number> {
  say(describeConfig(process.env))
  const config = readConfig(process.env)
  if (!('faults' in config)) return 0
  config.faults.forEach(say)
  return 1
}

async function examine(): Promise<number> {
  const config = readConfig(process.env)
  if ('faults' in config) {
    config.faults.forEach(say)
    return 1
  }
  const findings = await doctor(config, new URL('../', import.meta.url))
  for (const { state, text } of findings) say(`${state.padEnd(5)} ${text}`)
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
}

async function noteSettled(args: readonly string[]): Promise<number> {
  const slug = args.find((arg) => !arg.startsWith('-'))
  if (slug === undefined) {
    say('Name the organization by its slug: guildhall settle acme')
    return 2
  }
  const config = readConfig(process.env)
  if ('faults' in config) {
    config.faults.forEach(say)
    return 1
  }
  say(await settle(config, { slug, isMeant: args.includes('--yes') }))
  return 0
}

async function hear(args: readonly string[]): Promise<number> {
  const wish = asksForHelp(args) ? null : readListen(args, process.env)
  if (wish === null) return printText(listenHelp)
  if ('misuse' in wish) return refuse(wish)
  const ending = new AbortController()
  // A second one ends the process in the usual way.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => ending.abort())
  }
  return listen(wish, { clock: systemClock, ending: ending.signal, say, complain })
}

async function makeHappen(args: readonly string[]): Promise<number> {
  const wish = asksForHelp(args) ? null : readTrigger(args, process.env)
  if (wish === null) return printText(triggerHelp)
  return 'misuse' in wish ? refuse(wish) : trigger(wish, { say, complain })
}

const asksForHelp = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h')

function printText(text: string): number {
  say(text)
  return 0
}

function refuse({ misuse }: Misuse): number {
  complain(misuse)
  return 2
}

async function printHelp(): Promise<number> {
  say('guildhall <command>\n')
  for (const [name, { meaning }] of Object.entries(commands)) say(`  ${name.padEnd(8)} ${meaning}`)
  return 0
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  complain(error instanceof StartFailure ? error.message : text)
  process.exitCode = 1
})
