import { doctor } from './app/doctor.ts'
import { readConfig } from './platform/config/config.ts'
import { describeConfig } from './platform/config/describe.ts'
import { StartFailure } from './platform/start-failure.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

interface Command {
  readonly meaning: string
  /** Answers the exit code. */
  run(): Promise<number>
}

const commands: Readonly<Record<string, Command>> = {
  config: { meaning: 'prints the settings in effect, secrets masked', run: printConfig },
  doctor: { meaning: 'looks at the database and says what is wrong or weak', run: examine },
  help: { meaning: 'prints this', run: printHelp },
}

async function main(): Promise<void> {
  const [name = 'help'] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    process.stderr.write(`There is no command ${name}; try: guildhall help\n`)
    process.exitCode = 2
    return
  }
  process.exitCode = await command.run()
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
