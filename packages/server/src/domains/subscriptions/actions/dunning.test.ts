import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import {
  addCard,
  clockAt,
  eventNamesOf,
  makeDefault,
  newShop,
  newSubscribedCustomer,
  ordersOf,
  readSubscription,
  runFollowUps,
  runSchedule,
} from '../../../../test/renewals.ts'
import { applyEndedPayments } from './apply-payment-outcomes.ts'

const db = testDatabase()

/** A customer whose card succeeded once, at the start of the second month. */
async function secondMonth(
  options: Parameters<typeof newSubscribedCustomer>[2] = { card: 'tok_sandbox_fails_later' },
) {
  const clock = clockAt('2031-01-01T00:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const shop = await newShop(db.database)
  const { customerId, subscription } = await newSubscribedCustomer(deps, shop, options)
  clock.set('2031-02-01T00:00:00Z')
  const now = () => readSubscription(deps, subscription)
  const orders = () => ordersOf(deps, subscription)
  let seen = (await eventNamesOf(deps, subscription)).length
  const newEvents = async () => {
    const all = await eventNamesOf(deps, subscription)
    const fresh = all.slice(seen)
    seen = all.length
    return fresh
  }
  const at = async (date: string) => {
    clock.set(`${date}T00:00:00Z`)
    await runSchedule(deps)
  }
  const { organizationId } = shop
  return { deps, clock, subscription, now, orders, newEvents, at, customerId, organizationId }
}

const midnight = (date: string) => new Date(`${date}T00:00:00Z`)

describe('dunning', () => {
  it('makes a subscription past due, retries on the scheduled days, and cancels it', async () => {
    const { now, orders, newEvents, at } = await secondMonth()
    await at('2031-02-01')
    expect(await now()).toMatchObject({
      status: 'past_due',
      pastDueAt: midnight('2031-02-01'),
      currentPeriodEnd: midnight('2031-03-01'),
      nextAttemptAt: midnight('2031-02-03'),
      dueAt: midnight('2031-02-03'),
      revokedAt: null,
    })
    expect(await newEvents()).toEqual([
      'subscription.updated',
      'order.created',
      'subscription.updated',
    ])

    await at('2031-02-03')
    expect(await now()).toMatchObject({ attempts: 1, nextAttemptAt: midnight('2031-02-08') })
    expect(await orders()).toMatchObject([{ status: 'pending', payments: ['failed', 'failed'] }])
    await at('2031-02-08')
    expect(await now()).toMatchObject({ status: 'past_due', revokedAt: midnight('2031-02-08') })
    await newEvents()
    await at('2031-02-22')
    expect(await now()).toMatchObject({
      status: 'canceled',
      endedAt: midnight('2031-02-22'),
      dueAt: null,
    })
    expect(await newEvents()).toEqual([
      'subscription.updated',
      'subscription.canceled',
      'order.updated',
      'order.written_off',
    ])
    await at('2031-06-01')
    expect(await orders()).toHaveLength(1)
  })

  it('treats a missing card like a failing one', async () => {
    const { now, orders, newEvents, at } = await secondMonth({ card: null })
    await at('2031-02-01')
    expect(await now()).toMatchObject({ status: 'past_due', nextAttemptAt: midnight('2031-02-03') })
    expect(await orders()).toMatchObject([{ status: 'pending', payments: [] }])
    expect(await newEvents()).toEqual(['subscription.updated', 'order.created'])
    await at('2031-02-03')
    expect(await now()).toMatchObject({ attempts: 1, nextAttemptAt: midnight('2031-02-08') })
  })

  it('ends as soon as another card pays', async () => {
    const { deps, now, orders, newEvents, at, customerId, organizationId } = await secondMonth()
    await at('2031-02-01')
    await at('2031-02-10')
    expect(await now()).toMatchObject({ status: 'past_due', revokedAt: midnight('2031-02-10') })
    await newEvents()
    const buyer = { organizationId, customerId }
    await addCard(deps, buyer, 'tok_sandbox_ok')
    await makeDefault(deps, buyer, '4242')
    await runFollowUps(db, deps)
    expect(await now()).toMatchObject({
      status: 'active',
      pastDueAt: null,
      revokedAt: null,
      attempts: 0,
      dueAt: midnight('2031-03-01'),
    })
    expect((await orders()).map(({ status }) => status)).toEqual(['paid'])
    expect(await newEvents()).toEqual([
      'order.updated',
      'order.paid',
      'subscription.updated',
      'subscription.active',
    ])
  })

  it('ignores a late failure of an order that another card paid', async () => {
    const { deps, now, orders, newEvents, at, customerId, organizationId } = await secondMonth()
    await at('2031-02-01')
    const buyer = { organizationId, customerId }
    await addCard(deps, buyer, 'tok_sandbox_ok')
    await makeDefault(deps, buyer, '4242')
    await runFollowUps(db, deps)
    await newEvents()
    await db.database.pool.query(
      `insert into subscription_attempt
         select o.organization_id, p.id, o.subscription_id, o.id, true, p.created_at, false
           from payment p
           join orders o on o.organization_id = p.organization_id and o.id = p.order_id
          where p.organization_id = $1 and p.status = 'failed'`,
      [organizationId],
    )
    await applyEndedPayments(deps, organizationId)
    expect(await newEvents()).toEqual([])
    expect(await now()).toMatchObject({ status: 'active', pastDueAt: null, revokedAt: null })
    expect(await orders()).toMatchObject([{ status: 'paid' }])
  })

  it('doesn’t retry a card because its event arrived late', async () => {
    const { deps, orders, at } = await secondMonth()
    await at('2031-02-01')
    await runFollowUps(db, deps)
    expect(await orders()).toMatchObject([{ status: 'pending', payments: ['failed'] }])
  })
})
