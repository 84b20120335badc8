import manifest from '../package.json' with { type: 'json' }
import { clock } from './app/command-line/clock.ts'
import { clockHelp, readClock } from './app/command-line/clock-usage.ts'
import { type createdKinds, createHelp, readCreate } from './app/command-line/create-usage.ts'
import { listen } from './app/command-line/listen.ts'
import { readReconcile, reconcileHelp } from './app/command-line/reconcile-usage.ts'
import { readSeed, seedHelp } from './app/command-line/seed-usage.ts'
import { trigger } from './app/command-line/trigger.ts'
import {
  listenHelp,
  readListen,
  readTrigger,
  triggerHelp,
  type UsageError,
} from './app/command-line/usage.ts'
import { create, createdText } from './app/create.ts'
import { doctor } from './app/doctor.ts'
import { payout, payoutText } from './app/payout.ts'
import { reconcile } from './app/reconcile.ts'
import { withRunningUrl } from './app/running-url.ts'
import { seed, seedText } from './app/seed.ts'
import { comparableTo, pause } from './domains/ledger/index.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config/config.ts'
import { configText, describeSettings } from './platform/config/describe.ts'
import { StartFailure } from './platform/start-failure.ts'

const environment = withRunningUrl(process.env)

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const printError = (text: string) => process.stderr.write(`${text}\n`)

interface Command {
  readonly meaning: string
  /** Returns the exit code. */
  run(args: readonly string[]): Promise<number>
}

const commands: Readonly<Record<string, Command>> = {
  clock: { meaning: 'prints or advances the clock of a sandbox', run: runClock },
  config: { meaning: 'prints the settings in effect, secrets masked', run: printConfig },
  doctor: { meaning: 'checks the server and reports problems', run: runDoctor },
  payout: { meaning: 'records a payout made to an organization', run: recordPayout },
  reconcile: { meaning: 'compares the ledger with Stripe', run: runReconcile },
  listen: {
    meaning: 'forwards an organization’s events to a handler on this machine',
    run: runListen,
  },
  seed: {
    meaning: 'creates an organization with an access token, without a browser',
    run: runSeed,
  },
  trigger: { meaning: 'triggers a sample event in a sandbox', run: runTrigger },
  user: { meaning: 'creates a user whose address is verified', run: runCreate('user') },
  organization: { meaning: 'creates an organization for a user', run: runCreate('organization') },
  token: { meaning: 'creates an access token', run: runCreate('token') },
  webhooks: { meaning: 'creates a webhook endpoint', run: runCreate('webhooks') },
  help: { meaning: 'prints this help', run: printHelp },
}

async function main(): Promise<void> {
  const [first = 'help', ...args] = process.argv.slice(2)
  if (first === '--version') return print(manifest.version)
  const name = first === '--help' || first === '-h' ? 'help' : first
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    printError(`There is no command ${name}; try: guildhall help`)
    process.exitCode = 2
    return
  }
  process.exitCode = await command.run(args)
}

async function printConfig(args: readonly string[]): Promise<number> {
  const config = readConfig(process.env)
  const faults = 'faults' in config ? config.faults : []
  if (args.includes('--json')) {
    print(JSON.stringify({ settings: describeSettings(process.env), faults }, null, 2))
  } else {
    print(configText(process.env))
    faults.forEach(print)
  }
  return faults.length === 0 ? 0 : 1
}

async function runDoctor(args: readonly string[]): Promise<number> {
  const config = readConfig(environment)
  if ('faults' in config) {
    config.faults.forEach(print)
    return 1
  }
  const findings = await doctor(config, new URL('../', import.meta.url))
  if (args.includes('--json')) print(JSON.stringify(findings, null, 2))
  else for (const { state, text } of findings) print(`${state.padEnd(5)} ${text}`)
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
}

async function recordPayout(args: readonly string[]): Promise<number> {
  const slug = args.find((arg) => !arg.startsWith('-'))
  if (slug === undefined) {
    print('Name the organization by its slug: guildhall payout acme')
    return 2
  }
  const config = readConfig(environment)
  if ('faults' in config) {
    config.faults.forEach(print)
    return 1
  }
  const isConfirmed = args.includes('--yes')
  const includesDebts = args.includes('--with-debts')
  const result = await payout(config, { slug, isConfirmed, includesDebts })
  print(args.includes('--json') ? JSON.stringify(result, null, 2) : payoutText(result))
  return 0
}

async function runReconcile(args: readonly string[]): Promise<number> {
  const input = isHelpRequested(args) ? null : readReconcile(args, comparableTo(systemClock.now()))
  if (input === null) return printText(reconcileHelp)
  if ('usageError' in input) return refuse(input)
  const config = readConfig(environment)
  if ('faults' in config) {
    config.faults.forEach(print)
    return 2
  }
  try {
    return await reconcile(config, input, { print, printError, pause })
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    return refuse({ usageError: error.message })
  }
}

async function runListen(args: readonly string[]): Promise<number> {
  const input = isHelpRequested(args) ? null : readListen(args, environment)
  if (input === null) return printText(listenHelp)
  if ('usageError' in input) return refuse(input)
  const interruption = new AbortController()
  // A second one ends the process in the usual way.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => interruption.abort())
  }
  return listen(input, { clock: systemClock, signal: interruption.signal, print, printError })
}

async function runTrigger(args: readonly string[]): Promise<number> {
  const input = isHelpRequested(args) ? null : readTrigger(args, environment)
  if (input === null) return printText(triggerHelp)
  return 'usageError' in input ? refuse(input) : trigger(input, { print, printError })
}

async function runClock(args: readonly string[]): Promise<number> {
  const input = isHelpRequested(args) ? null : readClock(args, environment)
  if (input === null) return printText(clockHelp)
  return 'usageError' in input ? refuse(input) : clock(input, { print, printError })
}

const isHelpRequested = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h')

async function runSeed(args: readonly string[]): Promise<number> {
  const input = isHelpRequested(args) ? null : readSeed(args)
  if (input === null) return printText(seedHelp)
  if ('usageError' in input) return refuse(input)
  const config = readConfig(environment)
  if ('faults' in config) {
    config.faults.forEach(printError)
    return 1
  }
  print(seedText(await seed(config, input), input.output))
  return 0
}

function runCreate(kind: (typeof createdKinds)[number]): Command['run'] {
  return async (args) => {
    const input = isHelpRequested(args) ? null : readCreate(kind, args)
    if (input === null) return printText(createHelp)
    if ('usageError' in input) return refuse(input)
    const config = readConfig(environment)
    if ('faults' in config) {
      config.faults.forEach(printError)
      return 1
    }
    const { creation, isJson } = input
    const created = await create(config, creation)
    print(isJson ? JSON.stringify(created, null, 2) : createdText(created))
    return 0
  }
}

function printText(text: string): number {
  print(text)
  return 0
}

function refuse({ usageError }: UsageError): number {
  printError(usageError)
  return 2
}

async function printHelp(): Promise<number> {
  print('guildhall <command>\n')
  for (const [name, { meaning }] of Object.entries(commands))
    print(`  ${name.padEnd(12)} ${meaning}`)
  return 0
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  printError(error instanceof StartFailure ? error.message : text)
  process.exitCode = 1
})
