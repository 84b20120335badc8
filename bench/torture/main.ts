// `npm run torture -- --minutes 5`, or `--cycles 200`: everything is killed at random while it works,
// until the minutes are over or so many kills are done. Then what is there is compared with what was acknowledged.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startWebhookReceiver } from '../../packages/server/test/webhook-receiver.ts'
import { percentile, printTable } from '../figures.ts'
import { callsTo } from './call.ts'
import { type Found, findFaults } from './faults.ts'
import { type Extent, type Kill, killAtRandom, minutesOf } from './kills.ts'
import { startParts } from './parts.ts'
import { startWork } from './work.ts'

const minutesDefault = '5'

async function torture(extent: Extent): Promise<boolean> {
  const parts = await startParts()
  const receiver = await startWebhookReceiver()
  try {
    const work = await startWork(
      { call: callsTo(parts.ports), ownerUrl: parts.urls.ownerUrl },
      { receiver, minutes: minutesOf(extent) },
    )
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

if (existsSync(new URL('../../packages/web/dist/csp.json', import.meta.url))) {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: minutesDefault }, cycles: { type: 'string' } },
  })
  const { minutes, cycles } = values
  const extent = cycles === undefined ? { minutes: Number(minutes) } : { cycles: Number(cycles) }
  process.exitCode = (await torture(extent)) ? 0 : 1
} else {
  console.error('The built web is missing: node tools/build.mjs')
  process.exitCode = 1
}
