import manifest from '../package.json' with { type: 'json' }
import { type createdKinds, createHelp, readCreate } from './app/command-line/create-usage.ts'
import { distributeHelp, readDistribute } from './app/command-line/distribute-usage.ts'
import {
  configHelp,
  doctorHelp,
  migrateHelp,
  payoutHelp,
  readPayout,
  readPrinting,
} from './app/command-line/operator-usage.ts'
import { readReconcile, reconcileHelp } from './app/command-line/reconcile-usage.ts'
import { remoteCommands } from './app/command-line/remote-commands.ts'
import {
  type Command,
  type Commands,
  print,
  printError,
  refuse,
  runCommands,
} from './app/command-line/run-commands.ts'
import { readSeed, seedHelp } from './app/command-line/seed-usage.ts'
import { startHelp, startServer } from './app/command-line/start.ts'
import { create, createdText } from './app/create.ts'
import { distributeDatabase } from './app/distribute.ts'
import { doctor } from './app/doctor.ts'
import { lineOf } from './app/findings.ts'
import { migrateDatabase } from './app/migrate-database.ts'
import { payout, payoutText } from './app/payout.ts'
import { reconcile } from './app/reconcile.ts'
import { withRunningUrl } from './app/running-url.ts'
import { seed, seedText } from './app/seed.ts'
import { pause } from './domains/ledger/actions/run-reconciliation.ts'
import { comparableTo } from './domains/ledger/rules/reconciled-period.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { configText, describeSettings } from './platform/config/describe.ts'
import { StartFailure } from './platform/start-failure.ts'

const environment = withRunningUrl(process.env)

const commands: Commands = {
  start: {
    meaning: 'starts the server',
    help: startHelp,
    run: (args) => startServer(new URL('main.js', import.meta.url), args),
  },
  ...remoteCommands(environment),
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
  distribute: {
    meaning: 'distributes the database over the workers of a Citus cluster',
    help: distributeHelp,
    run: runDistribute,
  },
  migrate: {
    meaning: 'migrates the database without starting a server',
    help: migrateHelp,
    run: runMigrate,
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
  seed: {
    meaning: 'creates an organization with an access token, without a browser',
    help: seedHelp,
    run: runSeed,
  },
  user: {
    meaning: 'creates a user whose address is verified',
    help: createHelp.user,
    run: runCreate('user'),
  },
  organization: {
    meaning: 'creates an organization for a user',
    help: createHelp.organization,
    run: runCreate('organization'),
  },
  token: { meaning: 'creates an access token', help: createHelp.token, run: runCreate('token') },
  webhooks: {
    meaning: 'creates a webhook endpoint',
    help: createHelp.webhooks,
    run: runCreate('webhooks'),
  },
}

/** The settings; null after what is wrong with them was said. */
function configOr(say: (text: string) => void): Config | null {
  const config = readConfig(environment)
  if (!('faults' in config)) return config
  config.faults.forEach(say)
  return null
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
  const config = configOr(print)
  if (config === null) return 1
  const findings = await doctor(config, new URL('../', import.meta.url))
  if (input.isJson) print(JSON.stringify(findings, null, 2))
  else for (const finding of findings) print(`${finding.state.padEnd(5)} ${lineOf(finding)}`)
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
}

async function runDistribute(args: readonly string[]): Promise<number> {
  const input = readDistribute(args)
  if ('usageError' in input) return refuse(input)
  const config = configOr(printError)
  if (config === null) return 1
  const packageFolder = new URL('../', import.meta.url)
  await distributeDatabase({ config, packageFolder, print, clock: systemClock }, input)
  return 0
}

async function runMigrate([unknown]: readonly string[]): Promise<number> {
  if (unknown !== undefined) return refuse({ usageError: `There is no option ${unknown}` })
  const config = configOr(printError)
  if (config === null) return 1
  const place = await migrateDatabase(config, new URL('../', import.meta.url))
  print(`${place} has the schema of this version.`)
  return 0
}

async function recordPayout(args: readonly string[]): Promise<number> {
  const input = readPayout(args)
  if ('usageError' in input) return refuse(input)
  const config = configOr(print)
  if (config === null) return 1
  const result = await payout(config, input)
  print(input.isJson ? JSON.stringify(result, null, 2) : payoutText(result))
  return 0
}

async function runReconcile(args: readonly string[]): Promise<number> {
  const input = readReconcile(args, comparableTo(systemClock.now()))
  if ('usageError' in input) return refuse(input)
  const config = configOr(print)
  if (config === null) return 2
  try {
    return await reconcile(config, input, { print, printError, pause })
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    return refuse({ usageError: error.message })
  }
}

async function runSeed(args: readonly string[]): Promise<number> {
  const input = readSeed(args)
  if ('usageError' in input) return refuse(input)
  const config = configOr(printError)
  if (config === null) return 1
  print(seedText(await seed(config, input), input.output))
  return 0
}

function runCreate(kind: (typeof createdKinds)[number]): Command['run'] {
  return async (args) => {
    const input = readCreate(kind, args)
    if ('usageError' in input) return refuse(input)
    const config = configOr(printError)
    if (config === null) return 1
    const { creation, isJson } = input
    const created = await create(config, creation)
    print(isJson ? JSON.stringify(created, null, 2) : createdText(created))
    return 0
  }
}

await runCommands(commands, manifest.version)
