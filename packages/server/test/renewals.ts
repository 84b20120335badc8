import { currency, type Id } from '@guildhall/contract/primitives'
import pino from 'pino'
import { findCustomersByIds } from '../src/domains/customers/store/customers.ts'
import { setDefaultMethod } from '../src/domains/payments/actions/store-methods.ts'
import { submitPayment } from '../src/domains/payments/actions/submit-payment.ts'
import { findMethodsOf } from '../src/domains/payments/store/methods.ts'
import { runDue } from '../src/domains/subscriptions/actions/run-due.ts'
import {
  type NewSubscription,
  startSubscription,
} from '../src/domains/subscriptions/actions/start-subscription.ts'
import { subscriptionsDomain } from '../src/domains/subscriptions/manifest.ts'
import {
  findSubscription,
  type SubscriptionKey,
  type SubscriptionRow,
} from '../src/domains/subscriptions/store/subscriptions.ts'
import { assert } from '../src/kernel/assert.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/ids.ts'
import { reactionsOf, tasksOf } from '../src/platform/jobs.ts'
import { dispatchBatch } from '../src/platform/outbox/dispatch.ts'
import { jobsOf } from '../src/platform/outbox/reactions.ts'
import { runDueJobs } from '../src/platform/queue.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { TestDatabase } from './database.ts'
import { withFollowers } from './disputes.ts'
import { type Buyer, keyOf, startPayment, type TestDeps } from './payments.ts'
import { runOn } from './sql.ts'

const dollars = currency.parse('usd')
const log = pino({ level: 'silent' })

export interface SettableClock extends Clock {
  readonly set: (instant: string) => void
}

export function clockAt(instant: string): SettableClock {
  let now = new Date(instant)
  return {
    now: () => now,
    monotonicMilliseconds: () => systemClock.monotonicMilliseconds(),
    set: (next) => {
      now = new Date(next)
    },
  }
}

export interface Shop {
  readonly organizationId: Id<'organization'>
  readonly productId: Id<'product'>
  readonly priceId: Id<'productPrice'>
}

/** A seller of one product, for 10 dollars a month. */
export async function newShop({ kysely }: Database, cents = 1000): Promise<Shop> {
  const organizationId = newId('organization')
  const createdAt = systemClock.now()
  await kysely
    .insertInto('organization')
    .values({ id: organizationId, name: 'Acme', slug: `s-${organizationId}`, createdAt })
    .execute()
  return newPlan({ kysely }, organizationId, cents)
}

/** One more product of a seller. */
export async function newPlan(
  { kysely }: Pick<Database, 'kysely'>,
  organizationId: Id<'organization'>,
  cents: number,
): Promise<Shop> {
  const productId = newId('product')
  const priceId = newId('productPrice')
  const own = { organizationId, createdAt: systemClock.now() }
  await kysely
    .insertInto('product')
    .values({
      ...own,
      id: productId,
      name: 'Gym',
      recurringInterval: 'month',
      leadingAmountType: 'fixed',
      leadingAmount: minorUnits(cents),
    })
    .execute()
  await kysely
    .insertInto('productPrice')
    .values({
      ...own,
      id: priceId,
      productId,
      position: 0,
      amountType: 'fixed',
      priceCurrency: dollars,
      priceAmount: minorUnits(cents),
    })
    .execute()
  return { organizationId, productId, priceId }
}

export interface SubscribedCustomer {
  readonly customerId: Id<'customer'>
  readonly subscription: SubscriptionRow
}

interface SubscriptionOptions extends Partial<NewSubscription> {
  /** Null for a customer without a card. */
  readonly card?: string | null
}

/** A customer with a subscription, and with a card that succeeded once. */
export async function newSubscribedCustomer(
  deps: TestDeps,
  { organizationId, productId, priceId }: Shop,
  { card = 'tok_sandbox_ok', ...options }: SubscriptionOptions = {},
): Promise<SubscribedCustomer> {
  const { kysely } = deps.uowFactory.database
  const customerId = newId('customer')
  const email = `${customerId}@buyer.test`
  const createdAt = deps.clock.now()
  await kysely
    .insertInto('customer')
    .values({ organizationId, id: customerId, email, createdAt })
    .execute()
  if (card !== null) await addCard(deps, { organizationId, customerId }, card)
  const [customer] = await findCustomersByIds(kysely, organizationId, [customerId])
  const product = await kysely
    .selectFrom('product')
    .selectAll()
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  const prices = await kysely
    .selectFrom('productPrice')
    .selectAll()
    .where('id', '=', priceId)
    .execute()
  assert(customer !== undefined, 'the new customer is found')
  const subscription = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    startSubscription(uow, deps, {
      organizationId,
      customer,
      product,
      prices,
      chosenAmount: null,
      discount: null,
      checkoutId: null,
      paymentMethodId: null,
      isAccepted: true,
      currency: dollars,
      customFieldData: {},
      metadata: {},
      ...options,
    }),
  )
  return { customerId, subscription }
}

/** Stores a card by paying something with it; it becomes the customer’s default. */
export async function addCard(deps: TestDeps, buyer: Buyer, card: string): Promise<void> {
  const payment = await startPayment(deps, buyer, { confirmationToken: card, storeMethod: true })
  const { status } = await submitPayment(deps, keyOf(payment))
  assert(status === 'succeeded', `${card} is good for one payment: ${status}`)
}

/** Makes the customer’s own card with these last digits the default. */
export async function makeDefault(
  { uowFactory }: TestDeps,
  { organizationId, customerId }: Buyer,
  last4: string,
): Promise<void> {
  const methods = await findMethodsOf(uowFactory.database.kysely, organizationId, [customerId])
  const method = methods.find((one) => one.last4 === last4 && one.checkoutId === null)
  assert(method !== undefined, `the customer has a card ending in ${last4}`)
  await runUnitOfWork(uowFactory, { organizationId }, (uow) =>
    setDefaultMethod(uow, method, { collectsOverdue: true }),
  )
}

/** Runs due subscriptions, like the worker every minute. */
export const runSchedule = (deps: TestDeps): Promise<void> =>
  runDue(deps, new AbortController().signal)

export async function readSubscription(
  { uowFactory }: TestDeps,
  { organizationId, id }: SubscriptionKey,
): Promise<SubscriptionRow> {
  const found = await findSubscription(uowFactory.database.kysely, { organizationId, id })
  assert(found !== undefined, 'subscriptions are never deleted')
  return found
}

interface Billed {
  readonly reason: string
  readonly status: string
  readonly total: number
  readonly start: Date
  readonly payments: string[]
}

/** The orders of a subscription, the oldest first, with the statuses of their payments. */
export async function ordersOf(
  { uowFactory }: TestDeps,
  { organizationId, id }: SubscriptionKey,
): Promise<Billed[]> {
  const { rows } = await uowFactory.database.pool.query<Billed>(
    `select o.billing_reason as reason, o.status, o.total_amount::int as total,
            o.period_start as start,
            array(select p.status::text from payment p
                   where p.organization_id = $1 and p.order_id = o.id
                   order by p.created_at, p.id) as payments
       from orders o where o.organization_id = $1 and o.subscription_id = $2
      order by o.period_start, o.created_at`,
    [organizationId, id],
  )
  return rows
}

/** The names of all events of subscriptions and orders, the oldest first. */
export async function eventNamesOf(
  { uowFactory }: TestDeps,
  { organizationId }: Pick<SubscriptionRow, 'organizationId'>,
): Promise<string[]> {
  const { rows } = await uowFactory.database.pool.query<{ name: string }>(
    `select name from (
       select id, name, organization_id from event_log
       union all
       select id, name, organization_id from outbox) e
      where organization_id = $1 and name ~ '^(subscription|order)[.]' order by id`,
    [organizationId],
  )
  return rows.map(({ name }) => name)
}

/** Dispatches events and runs the jobs they lead to, delayed ones included. */
export async function runFollowUps({ database, ownerUrl }: TestDatabase, deps: TestDeps) {
  const jobs = subscriptionsDomain.jobs ?? []
  const tasks = tasksOf(jobs, withFollowers(deps))
  const reactions = reactionsOf(jobs)
  const dispatch = () => dispatchBatch(database, (event) => jobsOf(reactions, event), 'wait')
  while ((await dispatch()) !== 0) {
    await runOn(ownerUrl, 'update graphile_worker._private_jobs set run_at = now()')
    await runDueJobs({ database, tasks, log })
  }
}
