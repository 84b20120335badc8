// A worker that only renews subscriptions, and reports how long it took and what it used.
import { settlePeriods } from '../../packages/server/src/domains/credits/actions/settle-usage.ts'
import { openProcessors } from '../../packages/server/src/domains/payments/actions/open-processors.ts'
import { runDue } from '../../packages/server/src/domains/subscriptions/actions/run-due.ts'
import {
  claimDue,
  dueAtOnceMax,
  subscriptionsToRun,
} from '../../packages/server/src/domains/subscriptions/store/due.ts'
import {
  changePeriods,
  holdSettled,
} from '../../packages/server/src/domains/usage/actions/change-periods.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { readConfig } from '../../packages/server/src/platform/config/config.ts'
import { createKeyring } from '../../packages/server/src/platform/crypto/keyring.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import { createLog } from '../../packages/server/src/platform/log.ts'
import { noteWork } from '../../packages/server/test/note-work.ts'
import { publicUrl, secret } from '../constants.ts'
import { median } from '../figures.ts'
import type { RenewalReport } from './report.ts'

const [url = ''] = process.argv.slice(2)
const log = createLog({ level: 'warn' })
const config = readConfig({ GUILDHALL_SECRET: secret, GUILDHALL_URL: publicUrl })
if ('faults' in config) throw new Error(config.faults.join('\n'))
const database = await openDatabase({ url }, log)
const foundation = {
  uowFactory: { database, clock: systemClock, wake: () => undefined },
  clock: systemClock,
  config,
  keyring: createKeyring([secret]),
  log,
}
const deps = {
  ...foundation,
  processors: openProcessors(foundation),
  beforePaymentMethodDeletion: [],
  onMeteredPeriodsChanged: [changePeriods],
  onUsageSettled: [holdSettled, settlePeriods],
}

const memorySampleMilliseconds = 200
const claimTries = 21

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
  const dueQueryMilliseconds = await measureClaim()
  await noteWork(database, subscriptionsToRun)
  const memory: number[] = []
  const sampleMemory = () => memory.push(process.memoryUsage().rss)
  const timer = setInterval(sampleMemory, memorySampleMilliseconds)
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await runDue(deps, new AbortController().signal)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  clearInterval(timer)
  sampleMemory()
  const half = Math.ceil(memory.length / 2)
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    dueQueryMilliseconds,
    memoryFirstHalf: Math.max(...memory.slice(0, half)),
    memorySecondHalf: Math.max(...memory.slice(half - 1)),
  }
}

/** The median time of claiming a batch, which is rolled back. */
async function measureClaim(): Promise<number> {
  const { organizationId } = await database.kysely
    .selectFrom('subscription')
    .select('organizationId')
    .executeTakeFirstOrThrow()
  const now = systemClock.now()
  const took: number[] = []
  for (let turn = 0; turn < claimTries; turn++) {
    const startedAt = performance.now()
    const tx = await database.kysely.startTransaction().execute()
    await claimDue(tx, { claimant: null, organizationId, now, until: now, max: dueAtOnceMax })
    took.push(performance.now() - startedAt)
    await tx.rollback().execute()
  }
  return median(took)
}
