import { describe, expect, it } from 'vitest'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testPaymentParts } from '../../../../test/payments.ts'
import {
  followUp,
  newMember,
  newShop,
  ordersOf,
  runMinute,
  setClock,
  subscriptionNow,
  toldOf,
} from '../../../../test/renewals.ts'
import { paymentSchedules, paymentSweeps, paymentTasks } from '../../../app/payments.ts'
import type { PaymentParts } from '../../payments/index.ts'

const db = testDatabase()

/** Whatever goes on by itself after a crash, an hour later and again. */
async function goOn(parts: PaymentParts): Promise<void> {
  const context = {
    jobId: '1',
    attempt: 1,
    attemptsMax: 1,
    signal: new AbortController().signal,
    log: parts.log,
  }
  for (let round = 0; round < 2; round += 1) {
    await runMinute(parts)
    for (const { task } of paymentSchedules) await paymentTasks(parts)[task]?.({}, context)
    for (const sweep of paymentSweeps(parts)) await sweep.run(context.signal)
    await followUp(db, parts)
  }
}

async function killedAt(place: string, card: string) {
  const clock = setClock('2031-01-15T00:00:00Z')
  const parts = testPaymentParts(db.database, { clock })
  const { subscription } = await newMember(parts, await newShop(db.database), { card })
  const before = (await toldOf(parts, subscription)).length
  const renewer = runFixture('renewer.ts', db.url, '2031-02-15T00:00:00Z', place)
  await renewer.printed(1)
  await renewer.end('SIGKILL')
  clock.set('2031-02-15T01:00:00Z')
  await goOn(parts)
  const { rows } = await db.database.pool.query<{ charged: number }>(
    `select count(*)::int as charged from sandbox_intent
      where organization_id = $1 and status = 'succeeded'`,
    [subscription.organizationId],
  )
  return {
    subscription: await subscriptionNow(parts, subscription),
    orders: await ordersOf(parts, subscription),
    told: (await toldOf(parts, subscription)).slice(before),
    charged: (rows[0]?.charged ?? 0) - 1,
  }
}

const places = ['deciding', 'saving', 'saved', 'answered', 'noted']

describe('a renewal whose server is killed', () => {
  it.each(places)('when %s, is billed, charged and told once', async (place) => {
    const { subscription, orders, told, charged } = await killedAt(place, 'tok_sandbox_ok')
    expect(orders).toMatchObject([{ status: 'paid', payments: ['succeeded'] }])
    expect(charged).toBe(1)
    expect(subscription).toMatchObject({
      status: 'active',
      dueAt: new Date('2031-03-15T00:00:00Z'),
    })
    expect(told).toEqual(['subscription.updated', 'order.created', 'order.updated', 'order.paid'])
  })

  it.each(['saved', 'noted'])(
    'when %s, has failed once where the card is declined',
    async (place) => {
      const { subscription, orders, charged } = await killedAt(place, 'tok_sandbox_fails_later')
      expect(orders).toMatchObject([{ status: 'pending', payments: ['failed'] }])
      expect(charged).toBe(0)
      expect(subscription).toMatchObject({ status: 'past_due', attempts: 0 })
    },
  )
})
