import { describe, expect, it } from 'vitest'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type TestDeps, testPaymentDeps } from '../../../../test/payments.ts'
import {
  clockAt,
  eventNamesOf,
  newShop,
  newSubscribedCustomer,
  ordersOf,
  readSubscription,
  runFollowUps,
  runSchedule,
} from '../../../../test/renewals.ts'
import { pruneProcessorEvents } from '../../payments/jobs/prune-processor-events.ts'
import { resumePayments } from '../../payments/jobs/resume-payments.ts'

const db = testDatabase()

/** What other processes do after a crash, twice. */
async function recover(deps: TestDeps): Promise<void> {
  const context = {
    jobId: '1',
    attempt: 1,
    attemptsMax: 1,
    signal: new AbortController().signal,
    log: deps.log,
  }
  for (let round = 0; round < 2; round += 1) {
    await runSchedule(deps)
    await pruneProcessorEvents.task(deps)({}, context)
    await resumePayments.run(deps, context.signal)
    await runFollowUps(db, deps)
  }
}

async function killedAt(point: string, card: string) {
  const clock = clockAt('2031-01-15T00:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const { subscription } = await newSubscribedCustomer(deps, await newShop(db.database), { card })
  const before = (await eventNamesOf(deps, subscription)).length
  const renewer = runFixture('renewer.ts', db.url, '2031-02-15T00:00:00Z', point)
  await renewer.printed(1)
  await renewer.end('SIGKILL')
  clock.set('2031-02-15T01:00:00Z')
  await recover(deps)
  const { rows } = await db.database.pool.query<{ charged: number }>(
    `select count(*)::int as charged from sandbox_intent
      where organization_id = $1 and status = 'succeeded'`,
    [subscription.organizationId],
  )
  return {
    subscription: await readSubscription(deps, subscription),
    orders: await ordersOf(deps, subscription),
    events: (await eventNamesOf(deps, subscription)).slice(before),
    charged: (rows[0]?.charged ?? 0) - 1,
  }
}

const points = ['deciding', 'saving', 'saved', 'answered', 'recorded']

describe('a renewal whose process is killed', () => {
  it.each(points)('when %s, is billed and charged once', async (point) => {
    const { subscription, orders, events, charged } = await killedAt(point, 'tok_sandbox_ok')
    expect(orders).toMatchObject([{ status: 'paid', payments: ['succeeded'] }])
    expect(charged).toBe(1)
    expect(subscription).toMatchObject({
      status: 'active',
      dueAt: new Date('2031-03-15T00:00:00Z'),
    })
    expect(events).toEqual(['subscription.updated', 'order.created', 'order.updated', 'order.paid'])
  })

  it.each(['saved', 'recorded'])(
    'when %s, has failed once if the card is declined',
    async (point) => {
      const { subscription, orders, charged } = await killedAt(point, 'tok_sandbox_fails_later')
      expect(orders).toMatchObject([{ status: 'pending', payments: ['failed'] }])
      expect(charged).toBe(0)
      expect(subscription).toMatchObject({ status: 'past_due', attempts: 0 })
    },
  )
})
