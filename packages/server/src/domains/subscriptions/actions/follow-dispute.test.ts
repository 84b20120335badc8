import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { disputeReport, withFollowers } from '../../../../test/disputes.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import {
  addCard,
  clockAt,
  makeDefault,
  newPlan,
  newShop,
  newSubscribedCustomer,
  ordersOf,
  readSubscription,
  runFollowUps,
  runSchedule,
} from '../../../../test/renewals.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { recordDispute } from '../../orders/actions/record-dispute.ts'
import { changeSubscription } from './change-subscription.ts'
import type { ChangeInput } from './read-change-request.ts'
import { resumeRenewals } from './resume-renewals.ts'

const db = testDatabase()

type Behavior = 'pause_renewals' | 'keep' | 'end'

/** A customer whose second month is paid with a stored card. */
async function secondMonth(behavior: Behavior = 'pause_renewals') {
  const clock = clockAt('2031-01-01T00:00:00Z')
  const deps = testPaymentDeps(db.database, { clock })
  const { kysely } = deps.uowFactory.database
  const shop = await newShop(db.database)
  const { organizationId } = shop
  await kysely
    .updateTable('organization')
    .set({ disputeBehavior: behavior })
    .where('id', '=', organizationId)
    .execute()
  const { customerId, subscription } = await newSubscribedCustomer(deps, shop)
  const at = async (date: string) => {
    clock.set(`${date}T00:00:00Z`)
    await runSchedule(deps)
  }
  await at('2031-02-01')
  const payment = await kysely
    .selectFrom('payment')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .select(['payment.id as paymentId', 'payment.amount', 'orders.id as orderId'])
    .where('orders.organizationId', '=', organizationId)
    .where('orders.subscriptionId', '=', subscription.id)
    .executeTakeFirstOrThrow()
  const { amount, ...ids } = payment
  const dispute = (status: string) =>
    runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      recordDispute(
        uow,
        withFollowers(deps),
        disputeReport({ organizationId, ...ids, status, amount }),
      ),
    )
  return {
    deps,
    shop,
    clock,
    subscription,
    customerId,
    dispute,
    at,
    now: () => readSubscription(deps, subscription),
    orderCount: async () => (await ordersOf(deps, subscription)).length,
  }
}

const midnight = (date: string) => new Date(`${date}T00:00:00Z`)

describe('while a payment of it is disputed, a subscription', () => {
  it('isn’t renewed, and is suspended with its period', async () => {
    const { dispute, at, now, orderCount } = await secondMonth()
    await dispute('needs_response')
    expect(await now()).toMatchObject({ status: 'active', heldAt: midnight('2031-02-01') })
    await at('2031-02-28')
    expect(await now()).toMatchObject({ status: 'active', revokedAt: null })
    await at('2031-03-01')
    expect(await now()).toMatchObject({
      status: 'unpaid',
      suspendedAt: midnight('2031-03-01'),
      revokedAt: midnight('2031-03-01'),
      dueAt: null,
    })
    await at('2031-05-01')
    expect(await orderCount()).toBe(1)
  })

  it('is renewed as usual if the dispute is won before its period ends', async () => {
    const { dispute, at, now, orderCount } = await secondMonth()
    await dispute('needs_response')
    await dispute('won')
    expect(await now()).toMatchObject({ status: 'active', heldAt: null })
    await at('2031-03-01')
    expect(await now()).toMatchObject({
      status: 'active',
      currentPeriodStart: midnight('2031-03-01'),
    })
    expect(await orderCount()).toBe(2)
  })

  it('starts a new period once the dispute is won, and is billed from then', async () => {
    const { dispute, at, now, orderCount } = await secondMonth()
    await dispute('needs_response')
    await at('2031-03-01')
    await at('2031-03-20')
    await dispute('won')
    await at('2031-03-20')
    expect(await now()).toMatchObject({
      status: 'active',
      currentPeriodStart: midnight('2031-03-20'),
      currentPeriodEnd: midnight('2031-04-20'),
      suspendedAt: null,
      revokedAt: null,
    })
    expect(await orderCount()).toBe(2)
  })

  it('stays suspended when it is lost, until the customer chooses another card', async () => {
    const { deps, dispute, at, now, orderCount, subscription } = await secondMonth()
    await dispute('needs_response')
    await at('2031-03-01')
    await dispute('lost')
    await at('2031-03-20')
    expect(await now()).toMatchObject({ status: 'unpaid' })
    await addCard(deps, subscription, 'tok_sandbox_fraud_warning')
    await makeDefault(deps, subscription, '5423')
    await runFollowUps(db, deps)
    expect(await now()).toMatchObject({
      status: 'active',
      heldAt: null,
      currentPeriodStart: midnight('2031-03-20'),
    })
    expect(await orderCount()).toBe(2)
  })

  it('is resumed by the seller, until a later dispute', async () => {
    const { deps, clock, dispute, at, now, subscription } = await secondMonth()
    await dispute('lost')
    await at('2031-03-01')
    clock.set('2031-03-05T00:00:00Z')
    const { organizationId } = subscription
    await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
      resumeRenewals(uow, deps, subscription),
    )
    await at('2031-03-05')
    expect(await now()).toMatchObject({
      status: 'active',
      currentPeriodStart: midnight('2031-03-05'),
    })
    await at('2031-04-05')
    expect(await now()).toMatchObject({ status: 'active', heldAt: null })
  })

  it('starts a new period without benefits where no card can pay it', async () => {
    const { deps, dispute, at, now, orderCount, subscription } = await secondMonth()
    await dispute('needs_response')
    await at('2031-03-01')
    await deps.uowFactory.database.kysely
      .updateTable('paymentMethod')
      .set({ deletedAt: midnight('2031-03-01'), isDefault: false })
      .where('organizationId', '=', subscription.organizationId)
      .execute()
    await dispute('won')
    await at('2031-03-20')
    expect(await now()).toMatchObject({
      status: 'past_due',
      currentPeriodStart: midnight('2031-03-20'),
      revokedAt: midnight('2031-03-01'),
      graceEndsAt: null,
    })
    expect(await orderCount()).toBe(2)
  })

  it('is canceled with its period as the customer wished', async () => {
    const { deps, dispute, at, now, subscription } = await secondMonth()
    await deps.uowFactory.database.kysely
      .updateTable('subscription')
      .set({ cancelAtPeriodEnd: true, canceledAt: midnight('2031-02-02') })
      .where('organizationId', '=', subscription.organizationId)
      .where('id', '=', subscription.id)
      .execute()
    await dispute('needs_response')
    await at('2031-03-01')
    expect(await now()).toMatchObject({ status: 'canceled', heldAt: midnight('2031-02-01') })
  })
})

/** One more subscription of the customer, charged to the disputed card. */
async function addSubscription({
  deps,
  shop,
  customerId,
}: Awaited<ReturnType<typeof secondMonth>>) {
  const { kysely } = deps.uowFactory.database
  const { organizationId } = shop
  const { id: paymentMethodId } = await kysely
    .selectFrom('paymentMethod')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .executeTakeFirstOrThrow()
  const { subscription } = await newSubscribedCustomer(deps, shop, { card: null })
  await kysely
    .updateTable('subscription')
    .set({ customerId, paymentMethodId })
    .where('organizationId', '=', organizationId)
    .where('id', '=', subscription.id)
    .execute()
  return () => readSubscription(deps, subscription)
}

describe('a disputed card', () => {
  it('isn’t charged for another subscription either', async () => {
    const month = await secondMonth()
    const other = await addSubscription(month)
    await month.dispute('needs_response')
    expect(await other()).toMatchObject({ heldAt: midnight('2031-02-01') })
    await month.at('2031-03-01')
    expect(await other()).toMatchObject({ status: 'unpaid' })
  })

  it('isn’t charged for one that it was given to later, until the dispute is won', async () => {
    const month = await secondMonth()
    await month.dispute('needs_response')
    const other = await addSubscription(month)
    expect(await other()).toMatchObject({ heldAt: null })
    await month.at('2031-03-01')
    expect(await other()).toMatchObject({
      status: 'unpaid',
      heldAt: midnight('2031-03-01'),
      suspendedAt: midnight('2031-03-01'),
    })
    await month.dispute('won')
    await month.at('2031-03-02')
    expect(await other()).toMatchObject({ status: 'active', heldAt: null })
  })

  it('isn’t charged when the customer chooses it again after another', async () => {
    const { deps, dispute, at, now, orderCount, subscription } = await secondMonth()
    await dispute('lost')
    await addCard(deps, subscription, 'tok_sandbox_fraud_warning')
    await makeDefault(deps, subscription, '5423')
    await runFollowUps(db, deps)
    expect(await now()).toMatchObject({ heldAt: null })
    await at('2031-03-01')
    expect(await orderCount()).toBe(2)
    await makeDefault(deps, subscription, '4242')
    await runFollowUps(db, deps)
    expect(await now()).toMatchObject({ status: 'active', heldAt: midnight('2031-03-01') })
    await at('2031-04-01')
    expect(await now()).toMatchObject({ status: 'unpaid' })
    expect(await orderCount()).toBe(2)
  })

  it('isn’t charged for what is overdue, whatever lifted the hold before', async () => {
    const { deps, dispute, at, now, subscription } = await secondMonth()
    await dispute('lost')
    await at('2031-03-01')
    await addCard(deps, subscription, 'tok_sandbox_fails_later')
    await makeDefault(deps, subscription, '0341')
    await runFollowUps(db, deps)
    const overdue = { status: 'past_due', heldAt: null, suspendedAt: null }
    expect(await now()).toMatchObject(overdue)
    await makeDefault(deps, subscription, '4242')
    await runFollowUps(db, deps)
    await at('2031-03-04')
    expect(await now()).toMatchObject({ ...overdue, heldAt: midnight('2031-03-01') })
    const [, last] = await ordersOf(deps, subscription)
    expect(last?.payments).toEqual(['failed'])
  })
})

/** Changes the subscription, as its seller does. */
const change = (
  { deps, subscription }: Awaited<ReturnType<typeof secondMonth>>,
  requested: ChangeInput,
) =>
  changeSubscription(deps, {
    key: subscription,
    change: requested,
    startedPaymentId: null,
    run: (task) =>
      runUnitOfWork(deps.uowFactory, { organizationId: subscription.organizationId }, task),
    savePaymentId: async () => undefined,
    finish: async () => undefined,
  })

describe('a subscription that is held', () => {
  it('isn’t changed where the change is charged immediately', async () => {
    const month = await secondMonth()
    const { deps, shop, dispute, now, orderCount, subscription } = month
    const { productId } = await newPlan(db.database, shop.organizationId, 3000)
    const upgrade = { productId, prorationBehavior: 'invoice' } as const
    await dispute('needs_response')
    await expect(change(month, upgrade)).rejects.toMatchObject({ code: 'subscription_paused' })
    expect(await now()).toMatchObject({ productId: shop.productId })
    expect(await orderCount()).toBe(1)
    await dispute('won')
    await change(month, upgrade)
    expect(await now()).toMatchObject({ productId })
    const [, upgraded] = await ordersOf(deps, subscription)
    expect(upgraded).toMatchObject({ status: 'paid', payments: ['succeeded'] })
  })

  it('is dunned for its last order when it ends, without charging the disputed card', async () => {
    const month = await secondMonth()
    const { deps, shop, at, dispute, now, subscription } = month
    const { productId } = await newPlan(db.database, shop.organizationId, 3000)
    await change(month, { productId, prorationBehavior: 'prorate' })
    await dispute('needs_response')
    await change(month, { revoke: true })
    expect(await now()).toMatchObject({
      status: 'canceled',
      pastDueAt: midnight('2031-02-01'),
      finalActionAt: midnight('2031-02-22'),
    })
    await at('2031-02-03')
    const [, last] = await ordersOf(deps, subscription)
    expect(last).toMatchObject({ status: 'pending', total: 2000, payments: [] })
  })
})

describe('the seller’s setting', () => {
  it('`keep` renews it with the same card', async () => {
    const { dispute, at, now, orderCount } = await secondMonth('keep')
    await dispute('needs_response')
    await at('2031-03-01')
    expect(await now()).toMatchObject({ status: 'active', heldAt: null })
    expect(await orderCount()).toBe(2)
  })

  it('`end` ends it at once, also if the dispute is won later', async () => {
    const { dispute, at, now, orderCount } = await secondMonth('end')
    await dispute('needs_response')
    expect(await now()).toMatchObject({ status: 'canceled', endedAt: midnight('2031-02-01') })
    await dispute('won')
    await at('2031-03-01')
    expect(await now()).toMatchObject({ status: 'canceled' })
    expect(await orderCount()).toBe(1)
  })
})

it('a warning changes nothing', async () => {
  const { dispute, at, now, orderCount } = await secondMonth()
  await dispute('warning_needs_response')
  await at('2031-03-01')
  expect(await now()).toMatchObject({ status: 'active', heldAt: null })
  expect(await orderCount()).toBe(2)
})

it('a renewal and a dispute at the same moment never both happen after it', async () => {
  const { deps, clock, dispute, now, orderCount } = await secondMonth()
  clock.set('2031-03-01T00:00:00Z')
  await Promise.all([runSchedule(deps), dispute('needs_response')])
  await runSchedule(deps)
  const after = await now()
  const renewed = (await orderCount()) === 2
  expect(after.heldAt).toEqual(midnight('2031-03-01'))
  expect(after.status).toBe(renewed ? 'active' : 'unpaid')
})
