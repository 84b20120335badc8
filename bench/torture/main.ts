// `npm run torture -- --minutes 5`, or `--cycles 200`: everything is killed at random while it works,
// until the minutes are over or so many kills are done. Then what is there is compared with what was acknowledged.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startWebhookReceiver } from '../../packages/server/test/webhook-receiver.ts'
import { percentile, printTable } from '../figures.ts'
import { callsTo } from './call.ts'
import { type Fill, type Filled, startOneServer, startThreeServers } from './databases.ts'
import { type Found, findFaults } from './faults.ts'
import { type Extent, type Kill, killAtRandom, minutesOf } from './kills.ts'
import { startParts } from './parts.ts'
import { addGoods, type Goods, startWork } from './work.ts'

const minutesDefault = '5'

interface Place {
  readonly start: (fill: Fill<Goods>) => Promise<Filled<Goods>>
  /** About so many kills fit into a minute. */
  readonly cyclesPerMinute: number
}

async function torture({ start, cyclesPerMinute }: Place, extent: Extent): Promise<boolean> {
  const receiver = await startWebhookReceiver()
  const circumstances = { receiver, minutes: minutesOf(extent, cyclesPerMinute) }
  const database = await start((ownerUrl) => addGoods(ownerUrl, circumstances))
  const { urls, filled: goods } = database
  const parts = await startParts(database)
  try {
    const call = callsTo(parts.ports)
    const work = await startWork({ call, ownerUrl: urls.ownerUrl }, goods, circumstances)
    const kills = await killAtRandom(parts, extent, {
      work: () => work.purchaseToWebhook(),
      claims: work.claims,
    })
    const done = await work.finish()
    printKills(kills)
    const found = await findFaults(parts, { receiver, done })
    printFound(found)
    return found.faults.length === 0
  } finally {
    await parts.stop()
    await database.stop()
    await receiver.stop()
  }
}

function printKills(kills: readonly Kill[]): void {
  const names = [...new Set(kills.map(({ name }) => name))].sort()
  const rowOf = (name: string, some: readonly Kill[]) => {
    const starts = some.map(({ startMilliseconds }) => startMilliseconds)
    const times = some.map(({ recoveryMilliseconds }) => recoveryMilliseconds)
    const cells = [percentile(starts, 0.5), percentile(times, 0.5), percentile(times, 0.99)]
    return [name, String(some.length), ...cells.map((cell) => cell.toFixed(0))]
  }
  console.log('Recovery is from the kill until a purchase that began after it has its webhook.')
  printTable([
    ['killed', 'times', 'started again p50 ms', 'recovery p50 ms', 'p99 ms'],
    ...names.map((name) =>
      rowOf(
        name,
        kills.filter((kill) => kill.name === name),
      ),
    ),
    rowOf('all', kills),
  ])
  const takeovers = kills.flatMap(({ takeoverMilliseconds }) => takeoverMilliseconds ?? [])
  if (takeovers.length === 0) return
  const [p50, p99] = [percentile(takeovers, 0.5), percentile(takeovers, 0.99)]
  console.log(
    `Renewals that a worker had claimed when it was killed, ${takeovers.length} times: with another ` +
      `after p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms.`,
  )
}

function printFound({ counts, faults }: Found): void {
  printTable(Object.entries(counts).map(([what, count]) => [what, String(count)]))
  for (const fault of faults) console.log(`wrong: ${fault}`)
  console.log(faults.length === 0 ? 'Nothing is lost, and nothing happened twice.' : '')
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: minutesDefault },
    cycles: { type: 'string' },
    cluster: { type: 'boolean', default: false },
  },
})
const { minutes, cycles } = values
const program = values.cluster ? process.env['CITUS_CLUSTER'] : null
if (!existsSync(new URL('../../packages/web/dist/csp.json', import.meta.url))) {
  console.error('The built web is missing: node tools/build.mjs')
  process.exitCode = 1
} else if (program === undefined) {
  console.error('Set CITUS_CLUSTER to a program that starts a cluster')
  process.exitCode = 1
} else {
  const place: Place =
    program === null
      ? { start: startOneServer, cyclesPerMinute: 20 }
      : { start: (fill) => startThreeServers(program, fill), cyclesPerMinute: 4 }
  const extent = cycles === undefined ? { minutes: Number(minutes) } : { cycles: Number(cycles) }
  process.exitCode = (await torture(place, extent)) ? 0 : 1
}
