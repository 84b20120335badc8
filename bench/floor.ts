import { fileURLToPath } from 'node:url'
import { migrate } from '../packages/server/src/platform/database/migrate.ts'
import { applicationRole } from '../packages/server/src/platform/database/settings.ts'
import { runOn } from '../packages/server/test/sql.ts'
import { printTable } from './figures.ts'
import { customerId, customersCount, customersTable } from './floor/customers.ts'
import { printStart } from './floor/start.ts'
import type { Workload } from './load/workload.ts'
import { withPostgres } from './postgres.ts'
import {
  type Figures,
  type RunOptions,
  ratioOf,
  runOptions,
  runRounds,
  type ServerScript,
  startServer,
} from './rounds.ts'

const ratioMin = 0.6

/** The throughput of our transport, as a fraction of plain node:http with pg. */
export async function floor(args: readonly string[]): Promise<boolean> {
  const figures = await withPostgres(async ({ ownerUrl, appUrl }) => {
    await prepare(ownerUrl)
    return measure(scriptsOf(appUrl), runOptions(args))
  })
  const isMet = printFigures(figures)
  await printStart()
  return isMet
}

const scriptsOf = (url: string): ServerScript[] => [
  { name: 'guildhall', script: './floor/ours.ts', args: [url] },
  { name: 'node:http + pg pool', script: './floor/baseline.ts', args: [url, 'pool'] },
  { name: 'node:http + pg pipelined', script: './floor/baseline.ts', args: [url, 'pipelined'] },
]

async function prepare(ownerUrl: string): Promise<void> {
  const migrations = fileURLToPath(new URL('../packages/server/migrations', import.meta.url))
  await migrate(ownerUrl, migrations, { appRole: applicationRole })
  await runOn(ownerUrl, customersTable)
}

async function measure(scripts: readonly ServerScript[], options: RunOptions): Promise<Figures[]> {
  const servers = await Promise.all(scripts.map(startServer))
  try {
    return await runRounds(
      servers.map((server) => ({ server, workload })),
      options,
    )
  } finally {
    await Promise.all(servers.map(({ child }) => child.stop()))
  }
}

const workload: Workload = {
  requests: Array.from(
    { length: customersCount },
    (_, number) =>
      `GET /v1/bench/customers/${customerId(number)} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
  ),
  expects: '"email"',
  connections: 32,
}

function printFigures([ours, ...baselines]: readonly Figures[]): boolean {
  if (ours === undefined) return false
  console.log('One indexed lookup per request, 32 connections; medians over alternating rounds.\n')
  const head = ['', 'requests/s', 'µs CPU', 'p50 ms', 'p99 ms', 'ours / this']
  const rows = [ours, ...baselines].map((each) => [
    each.name,
    each.requestsPerSecond.toFixed(0),
    each.cpuMicroseconds.toFixed(1),
    each.p50Milliseconds.toFixed(2),
    each.p99Milliseconds.toFixed(2),
    each === ours ? '' : ratioOf(ours, each).toFixed(2),
  ])
  printTable([head, ...rows])
  const worst = Math.min(...baselines.map((each) => ratioOf(ours, each)))
  const isMet = worst >= ratioMin
  console.log(
    `\nat least ${ratioMin} of each baseline: ${isMet ? 'yes' : 'NO'}, ${worst.toFixed(2)}\n`,
  )
  return isMet
}
