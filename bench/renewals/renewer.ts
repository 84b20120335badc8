// A worker that does nothing but renew, with all that belongs to it; it answers how it went.
import { paymentParts } from '../../packages/server/src/app/payments.ts'
import { runDue } from '../../packages/server/src/domains/subscriptions/actions/run-due.ts'
import { claimDue } from '../../packages/server/src/domains/subscriptions/store/due.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { readConfig } from '../../packages/server/src/platform/config/config.ts'
import { createKeyring } from '../../packages/server/src/platform/crypto/keyring.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import { createLog } from '../../packages/server/src/platform/log.ts'
import { median } from '../figures.ts'
import { publicUrl, secret } from '../setting.ts'
import type { RenewalReport } from './report.ts'

const [url = ''] = process.argv.slice(2)
const log = createLog({ level: 'warn' })
const config = readConfig({ GUILDHALL_SECRET: secret, GUILDHALL_URL: publicUrl })
if ('faults' in config) throw new Error(config.faults.join('\n'))
const database = await openDatabase({ url }, log)
const parts = paymentParts({
  workshop: { database, clock: systemClock, wake: () => undefined },
  clock: systemClock,
  config,
  keyring: createKeyring([secret]),
  log,
})

const memoryMilliseconds = 200
const looks = 21

process.on('message', () => {
  renew().then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')

async function renew(): Promise<RenewalReport> {
  const dueQueryMilliseconds = await timeOfLooking()
  const memory: number[] = []
  const look = () => memory.push(process.memoryUsage().rss)
  const timer = setInterval(look, memoryMilliseconds)
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await runDue(parts, new AbortController().signal)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  clearInterval(timer)
  look()
  const half = Math.ceil(memory.length / 2)
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    dueQueryMilliseconds,
    memoryFirstHalf: Math.max(...memory.slice(0, half)),
    memorySecondHalf: Math.max(...memory.slice(half - 1)),
  }
}

/** How long it takes to claim a batch; it is given back. */
async function timeOfLooking(): Promise<number> {
  const now = systemClock.now()
  const took: number[] = []
  for (let turn = 0; turn < looks; turn++) {
    const startedAt = performance.now()
    const tx = await database.kysely.startTransaction().execute()
    await claimDue(tx, { now, until: now })
    took.push(performance.now() - startedAt)
    await tx.rollback().execute()
  }
  return median(took)
}
