import { doctor } from './app/doctor.ts'
import { settle } from './app/settle.ts'
import { readConfig } from './platform/config/config.ts'
import { describeConfig } from './platform/config/describe.ts'
import { StartFailure } from './platform/start-failure.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

interface Command {
  readonly meaning: string
  /** Answers the exit code. */
  run(args: readonly string[]): Promise<number>
}

const commands: Readonly<Record<string, Command>> = {
  config: { meaning: 'prints the settings in effect, secrets masked', run: printConfig },
  doctor: { meaning: 'looks at the database and says what is wrong or weak', run: examine },
  settle: { meaning: 'notes that an organization was handed over what it had', run: noteSettled },
  help: { meaning: 'prints this', run: printHelp },
}

async function main(): Promise<void> {
  const [name = 'help', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    process.stderr.write(`There is no command ${name}; try: guildhall help\n`)
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

async function printHelp(): Promise<number> {
  say('guildhall <command>\n')
  for (const [name, { meaning }] of Object.entries(commands)) say(`  ${name.padEnd(8)} ${meaning}`)
  return 0
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${error instanceof StartFailure ? error.message : text}\n`)
  process.exitCode = 1
})
