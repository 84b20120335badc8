import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testPaymentParts } from '../../../../test/payments.ts'
import {
  followUp,
  leaveCard,
  makeDefault,
  newMember,
  newShop,
  ordersOf,
  runMinute,
  setClock,
  subscriptionNow,
  toldOf,
} from '../../../../test/renewals.ts'
import { settleEnded } from './settle-attempts.ts'

const db = testDatabase()

/** Whose card was good once, and isn’t when the second month begins. */
async function overdue(
  wish: Parameters<typeof newMember>[2] = { card: 'tok_sandbox_fails_later' },
) {
  const clock = setClock('2031-01-01T00:00:00Z')
  const parts = testPaymentParts(db.database, { clock })
  const shop = await newShop(db.database)
  const { customerId, subscription } = await newMember(parts, shop, wish)
  clock.set('2031-02-01T00:00:00Z')
  const before = (await toldOf(parts, subscription)).length
  const now = () => subscriptionNow(parts, subscription)
  const orders = () => ordersOf(parts, subscription)
  /** What was told since it was last asked. */
  let heard = before
  const news = async () => {
    const all = await toldOf(parts, subscription)
    const fresh = all.slice(heard)
    heard = all.length
    return fresh
  }
  const at = async (date: string) => {
    clock.set(`${date}T00:00:00Z`)
    await runMinute(parts)
  }
  const { organizationId } = shop
  return { parts, clock, subscription, now, orders, news, at, customerId, organizationId }
}

const midnight = (date: string) => new Date(`${date}T00:00:00Z`)

describe('a card that fails', () => {
  it('makes the subscription overdue, is tried on its days, and ends it at last', async () => {
    const { now, orders, news, at } = await overdue()
    await at('2031-02-01')
    expect(await now()).toMatchObject({
      status: 'past_due',
      pastDueAt: midnight('2031-02-01'),
      currentPeriodEnd: midnight('2031-03-01'),
      nextAttemptAt: midnight('2031-02-03'),
      dueAt: midnight('2031-02-03'),
      revokedAt: null,
    })
    expect(await news()).toEqual(['subscription.updated', 'order.created', 'subscription.updated'])

    await at('2031-02-03')
    expect(await now()).toMatchObject({ attempts: 1, nextAttemptAt: midnight('2031-02-08') })
    expect(await orders()).toMatchObject([{ status: 'pending', payments: ['failed', 'failed'] }])
    await at('2031-02-08')
    expect(await now()).toMatchObject({ status: 'past_due', revokedAt: midnight('2031-02-08') })
    await news()
    await at('2031-02-22')
    expect(await now()).toMatchObject({
      status: 'canceled',
      endedAt: midnight('2031-02-22'),
      dueAt: null,
    })
    expect(await news()).toEqual(['subscription.updated', 'subscription.canceled', 'order.updated'])
    await at('2031-06-01')
    expect(await orders()).toHaveLength(1)
  })

  it('is no worse than none at all', async () => {
    const { now, orders, news, at } = await overdue({ card: null })
    await at('2031-02-01')
    expect(await now()).toMatchObject({ status: 'past_due', nextAttemptAt: midnight('2031-02-03') })
    expect(await orders()).toMatchObject([{ status: 'pending', payments: [] }])
    expect(await news()).toEqual(['subscription.updated', 'order.created'])
    await at('2031-02-03')
    expect(await now()).toMatchObject({ attempts: 1, nextAttemptAt: midnight('2031-02-08') })
  })

  it('is made good by another one at once', async () => {
    const { parts, now, orders, news, at, customerId, organizationId } = await overdue()
    await at('2031-02-01')
    await at('2031-02-10')
    expect(await now()).toMatchObject({ status: 'past_due', revokedAt: midnight('2031-02-10') })
    await news()
    const whose = { organizationId, customerId }
    await leaveCard(parts, whose, 'tok_sandbox_ok')
    await makeDefault(parts, whose, '4242')
    await followUp(db, parts)
    expect(await now()).toMatchObject({
      status: 'active',
      pastDueAt: null,
      revokedAt: null,
      attempts: 0,
      dueAt: midnight('2031-03-01'),
    })
    expect((await orders()).map(({ status }) => status)).toEqual(['paid'])
    expect(await news()).toEqual([
      'order.updated',
      'order.paid',
      'subscription.updated',
      'subscription.active',
    ])
  })

  it('is forgotten once another has paid, however late word of it comes', async () => {
    const { parts, now, orders, news, at, customerId, organizationId } = await overdue()
    await at('2031-02-01')
    const whose = { organizationId, customerId }
    await leaveCard(parts, whose, 'tok_sandbox_ok')
    await makeDefault(parts, whose, '4242')
    await followUp(db, parts)
    await news()
    await db.database.pool.query(
      `insert into subscription_attempt
         select o.organization_id, p.id, o.subscription_id, o.id, true, p.created_at
           from payment p
           join orders o on o.organization_id = p.organization_id and o.id = p.order_id
          where p.organization_id = $1 and p.status = 'failed'`,
      [organizationId],
    )
    await settleEnded(parts, organizationId)
    expect(await news()).toEqual([])
    expect(await now()).toMatchObject({ status: 'active', pastDueAt: null, revokedAt: null })
    expect(await orders()).toMatchObject([{ status: 'paid' }])
  })

  it('isn’t tried again because word of it came late', async () => {
    const { parts, orders, at } = await overdue()
    await at('2031-02-01')
    await followUp(db, parts)
    expect(await orders()).toMatchObject([{ status: 'pending', payments: ['failed'] }])
  })
})
