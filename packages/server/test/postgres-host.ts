import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type {
  EmbeddedPostgres,
  Machine,
  PostgresOptions,
} from '../src/platform/postgres/start-postgres.ts'

export type HostReport =
  | { ready: Omit<EmbeddedPostgres, 'stop' | 'ended'> }
  | { failed: string; name: string }
  | { drained: number }

export interface Host {
  child: ChildProcess
  /** The next line that the process reports. */
  report: () => Promise<HostReport>
  /** Stops it with its PostgreSQL, and waits for both. */
  end: () => Promise<void>
  /** Like kill -9, which leaves its PostgreSQL running. */
  kill: () => Promise<void>
}

export interface HostOptions {
  options: PostgresOptions
  machine?: Partial<Omit<Machine, 'processes'>>
  /** Words before the command, such as setpriv with its options. */
  wrapper?: readonly string[]
  environment?: Readonly<Record<string, string>>
}

/** Bundles a program that starts PostgreSQL, so that tests can run it as a process and kill it. */
export async function buildHost(folder?: string) {
  const home = folder ?? (await makeHome())
  const outfile = join(home, 'host.mjs')
  await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    banner: { js: requireForBundledPackages },
    outfile,
  })
  return {
    start: (settings: HostOptions) => startHost(outfile, settings),
    remove: () => rm(folder === undefined ? home : outfile, { recursive: true, force: true }),
  }
}

/** Inside the checkout, so that packages are found, and readable by every user. */
async function makeHome(): Promise<string> {
  const cache = fileURLToPath(new URL('../../../.cache', import.meta.url))
  await mkdir(cache, { recursive: true })
  const home = await mkdtemp(join(cache, 'postgres-host-'))
  await chmod(home, 0o755)
  return home
}

const requireForBundledPackages = `
import { createRequire as makeRequire } from 'node:module'
const require = makeRequire(import.meta.url)
`

const program = `
import pg from 'pg'
import { startPostgres, thisMachine } from '../src/platform/postgres/start-postgres.ts'
const report = (line) => console.log(JSON.stringify(line))
const { options, machine } = JSON.parse(process.argv[2])
try {
  const postgres = await startPostgres(options, { ...thisMachine(), ...machine })
  process.on('SIGTERM', () => postgres.stop().then(() => process.exit()))
  process.on('SIGINT', async () => {
    const client = new pg.Client(postgres.appUrl)
    await client.connect()
    const { rows } = await client.query('select 1 as drained')
    report(rows[0])
    await client.end()
    await postgres.stop()
    process.exit()
  })
  report({ ready: postgres })
  setInterval(() => {}, 1_000)
} catch (error) {
  report({ failed: error.message, name: error.name })
  process.exitCode = 1
}
`

function startHost(
  path: string,
  { options, machine, wrapper = [], environment }: HostOptions,
): Host {
  const words = [...wrapper, process.execPath, path, JSON.stringify({ options, machine })]
  const [file = '', ...parameters] = words
  const child = spawn(file, parameters, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const signal = async (name: NodeJS.Signals) => {
    child.kill(name)
    await exited
  }
  return {
    child,
    report: async () => {
      const { value } = await lines.next()
      return JSON.parse(value ?? '{"failed":"the process exited without output"}')
    },
    end: () => signal('SIGTERM'),
    kill: () => signal('SIGKILL'),
  }
}
