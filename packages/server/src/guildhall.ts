import manifest from '../package.json' with { type: 'json' }
import { clock } from './app/command-line/clock.ts'
import { clockHelp, readClock } from './app/command-line/clock-usage.ts'
import { completionHelp, completionScript } from './app/command-line/completion.ts'
import { type createdKinds, createHelp, readCreate } from './app/command-line/create-usage.ts'
import { listen } from './app/command-line/listen.ts'
import {
  configHelp,
  doctorHelp,
  payoutHelp,
  readPayout,
  readPrinting,
} from './app/command-line/operator-usage.ts'
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
  readonly help: string
  /** Returns the exit code. */
  run(args: readonly string[]): Promise<number>
}

const commands: Readonly<Record<string, Command>> = {
  clock: {
    meaning: 'prints or advances the clock of a sandbox',
    help: clockHelp,
    run: runClock,
  },
  config: {
    meaning: 'prints the settings in effect, secrets masked',
    help: configHelp,
    run: printConfig,
  },
  doctor: {
    meaning: 'checks the server and reports problems',
    help: doctorHelp,
    run: runDoctor,
  },
  payout: {
    meaning: 'records a payout made to an organization',
    help: payoutHelp,
    run: recordPayout,
  },
  reconcile: {
    meaning: 'compares the ledger with Stripe',
    help: reconcileHelp,
    run: runReconcile,
  },
  listen: {
    meaning: 'forwards an organization’s events to a handler on this machine',
    help: listenHelp,
    run: runListen,
  },
  seed: {
    meaning: 'creates an organization with an access token, without a browser',
    help: seedHelp,
    run: runSeed,
  },
  trigger: {
    meaning: 'triggers a sample event in a sandbox',
    help: triggerHelp,
    run: runTrigger,
  },
  user: {
    meaning: 'creates a user whose address is verified',
    help: createHelp,
    run: runCreate('user'),
  },
  organization: {
    meaning: 'creates an organization for a user',
    help: createHelp,
    run: runCreate('organization'),
  },
  token: { meaning: 'creates an access token', help: createHelp, run: runCreate('token') },
  webhooks: { meaning: 'creates a webhook endpoint', help: createHelp, run: runCreate('webhooks') },
  completion: {
    meaning: 'prints a script that completes commands in a shell',
    help: completionHelp,
    run: printCompletion,
  },
}

async function main(): Promise<void> {
  const [first = 'help', ...args] = process.argv.slice(2)
  if (first === '--version') return print(manifest.version)
  if (['help', '--help', '-h'].includes(first)) return printCommands()
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined
  if (command === undefined) {
    printError(`There is no command ${first}; try: guildhall help`)
    process.exitCode = 2
    return
  }
  if (args.includes('--help') || args.includes('-h')) return print(command.help)
  process.exitCode = await command.run(args)
}

function printCommands(): void {
  print('guildhall <command>; --help after it shows its options\n')
  for (const [name, { meaning }] of Object.entries(commands)) {
    print(`  ${name.padEnd(12)} ${meaning}`)
  }
}

async function printCompletion(args: readonly string[]): Promise<number> {
  if (args.length > 0) return refuse({ usageError: `There is no option ${args[0]}` })
  const completed = Object.entries(commands).map(([name, { help }]) => ({ name, help }))
  print(completionScript(completed))
  return 0
}

async function printConfig(args: readonly string[]): Promise<number> {
  const input = readPrinting(args)
  if ('usageError' in input) return refuse(input)
  const config = readConfig(process.env)
  const faults = 'faults' in config ? config.faults : []
  if (input.isJson) {
    print(JSON.stringify({ settings: describeSettings(process.env), faults }, null, 2))
  } else {
    print(configText(process.env))
    faults.forEach(print)
  }
  return faults.length === 0 ? 0 : 1
}

async function runDoctor(args: readonly string[]): Promise<number> {
  const input = readPrinting(args)
  if ('usageError' in input) return refuse(input)
  const config = readConfig(environment)
  if ('faults' in config) {
    config.faults.forEach(print)
    return 1
  }
  const findings = await doctor(config, new URL('../', import.meta.url))
  if (input.isJson) print(JSON.stringify(findings, null, 2))
  else for (const { state, text } of findings) print(`${state.padEnd(5)} ${text}`)
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
}

async function recordPayout(args: readonly string[]): Promise<number> {
  const input = readPayout(args)
  if ('usageError' in input) return refuse(input)
  const config = readConfig(environment)
  if ('faults' in config) {
    config.faults.forEach(print)
    return 1
  }
  const result = await payout(config, input)
  print(input.isJson ? JSON.stringify(result, null, 2) : payoutText(result))
  return 0
}

async function runReconcile(args: readonly string[]): Promise<number> {
  const input = readReconcile(args, comparableTo(systemClock.now()))
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
  const input = readListen(args, environment)
  if ('usageError' in input) return refuse(input)
  const interruption = new AbortController()
  // A second one ends the process in the usual way.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => interruption.abort())
  }
  return listen(input, { clock: systemClock, signal: interruption.signal, print, printError })
}

async function runTrigger(args: readonly string[]): Promise<number> {
  const input = readTrigger(args, environment)
  return 'usageError' in input ? refuse(input) : trigger(input, { print, printError })
}

async function runClock(args: readonly string[]): Promise<number> {
  const input = readClock(args, environment)
  return 'usageError' in input ? refuse(input) : clock(input, { print, printError })
}

async function runSeed(args: readonly string[]): Promise<number> {
  const input = readSeed(args)
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
    const input = readCreate(kind, args)
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

function refuse({ usageError }: UsageError): number {
  printError(usageError)
  return 2
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  printError(error instanceof StartFailure ? error.message : text)
  process.exitCode = 1
})
