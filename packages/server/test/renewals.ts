import { currency, type Id } from '@guildhall/contract/primitives'
import pino from 'pino'
import { subscriptionReactions, subscriptionTasks } from '../src/app/subscriptions.ts'
import { findCustomersOf } from '../src/domains/customers/index.ts'
import { appointDefault } from '../src/domains/payments/actions/keep-methods.ts'
import { carryOutPayment, type PaymentParts } from '../src/domains/payments/index.ts'
import { findMethodsOf } from '../src/domains/payments/store/methods.ts'
import { runDue } from '../src/domains/subscriptions/actions/run-due.ts'
import { type SubscriptionToBegin, subscribe } from '../src/domains/subscriptions/index.ts'
import type { SubscriptionRow } from '../src/domains/subscriptions/store/subscriptions.ts'
import { findSubscription } from '../src/domains/subscriptions/store/subscriptions.ts'
import { assert } from '../src/kernel/assert.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/ids.ts'
import { dispatchBatch } from '../src/platform/outbox/dispatch.ts'
import { jobsOf } from '../src/platform/outbox/reactions.ts'
import { runDueJobs } from '../src/platform/queue.ts'
import { work } from '../src/platform/work.ts'
import type { TestDatabase } from './database.ts'
import { type Buyer, begin, keyOf } from './payments.ts'
import { runOn } from './sql.ts'

const dollars = currency.parse('usd')
const log = pino({ level: 'silent' })

/** Shows what it was last set to. */
export interface SetClock extends Clock {
  readonly set: (instant: string) => void
}

export function setClock(instant: string): SetClock {
  let shown = new Date(instant)
  return {
    now: () => shown,
    monotonicMilliseconds: () => systemClock.monotonicMilliseconds(),
    set: (next) => {
      shown = new Date(next)
    },
  }
}

export interface Shop {
  readonly organizationId: Id<'organization'>
  readonly productId: Id<'product'>
  readonly priceId: Id<'productPrice'>
}

/** A seller of something for 10 dollars a month. */
export async function newShop({ kysely }: Database, cents = 1000): Promise<Shop> {
  const organizationId = newId('organization')
  const productId = newId('product')
  const priceId = newId('productPrice')
  const createdAt = systemClock.now()
  const own = { organizationId, createdAt }
  await kysely
    .insertInto('organization')
    .values({ id: organizationId, name: 'Acme', slug: `s-${organizationId}`, createdAt })
    .execute()
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

export interface Member {
  readonly customerId: Id<'customer'>
  readonly subscription: SubscriptionRow
}

interface MemberWish extends Partial<SubscriptionToBegin> {
  /** Null: they leave no card. */
  readonly card?: string | null
}

/** Somebody who subscribes at that shop, and leaves a card that was good once. */
export async function newMember(
  parts: PaymentParts,
  { organizationId, productId, priceId }: Shop,
  { card = 'tok_sandbox_ok', ...wish }: MemberWish = {},
): Promise<Member> {
  const { kysely } = parts.workshop.database
  const customerId = newId('customer')
  const email = `${customerId}@buyer.test`
  const createdAt = parts.clock.now()
  await kysely
    .insertInto('customer')
    .values({ organizationId, id: customerId, email, createdAt })
    .execute()
  if (card !== null) await leaveCard(parts, { organizationId, customerId }, card)
  const [customer] = await findCustomersOf(kysely, organizationId, [customerId])
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
  assert(customer !== undefined, 'who was made is there')
  const subscription = await work(parts.workshop, { organizationId }, (unit) =>
    subscribe(unit, parts, {
      organizationId,
      customer,
      product,
      prices,
      chosenAmount: null,
      discount: null,
      checkoutId: null,
      paymentMethodId: null,
      currency: dollars,
      customFieldData: {},
      metadata: {},
      upgradeOf: null,
      ...wish,
    }),
  )
  return { customerId, subscription }
}

type Whose = Buyer

/** A customer’s card, by way of a payment of something else; it becomes their default. */
export async function leaveCard(parts: PaymentParts, whose: Whose, card: string): Promise<void> {
  const payment = await begin(parts, whose, { confirmationToken: card, keep: true })
  const { status } = await carryOutPayment(parts, keyOf(payment))
  assert(status === 'succeeded', `${card} is good for one payment: ${status}`)
}

/** From now on the customer’s card that ends so is charged. */
export async function makeDefault(
  { workshop }: PaymentParts,
  { organizationId, customerId }: Whose,
  last4: string,
): Promise<void> {
  const methods = await findMethodsOf(workshop.database.kysely, organizationId, [customerId])
  const method = methods.find((one) => one.last4 === last4)
  assert(method !== undefined, `the customer left a card that ends with ${last4}`)
  await work(workshop, { organizationId }, (unit) => appointDefault(unit, method))
}

/** The minute has come round. */
export const runMinute = (parts: PaymentParts): Promise<void> =>
  runDue(parts, new AbortController().signal)

export async function subscriptionNow(
  { workshop }: PaymentParts,
  { organizationId, id }: Pick<SubscriptionRow, 'organizationId' | 'id'>,
): Promise<SubscriptionRow> {
  const found = await findSubscription(workshop.database.kysely, { organizationId, id })
  assert(found !== undefined, 'a subscription stays')
  return found
}

interface Billed {
  readonly reason: string
  readonly status: string
  readonly total: number
  readonly start: Date
  readonly payments: string[]
}

/** The orders of a subscription, the oldest first, with how its payments ended. */
export async function ordersOf(
  { workshop }: PaymentParts,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<Billed[]> {
  const { rows } = await workshop.database.pool.query<Billed>(
    `select o.billing_reason as reason, o.status, o.total_amount::int as total,
            o.period_start as start,
            array(select p.status::text from payment p where p.order_id = o.id
                   order by p.created_at, p.id) as payments
       from orders o where o.subscription_id = $1
      order by o.period_start, o.created_at`,
    [id],
  )
  return rows
}

/** The names of what happened since, of subscriptions and orders, the oldest first. */
export async function toldOf(
  { workshop }: PaymentParts,
  { organizationId }: Pick<SubscriptionRow, 'organizationId'>,
): Promise<string[]> {
  const { rows } = await workshop.database.pool.query<{ name: string }>(
    `select name from (
       select id, name, organization_id from event_log
       union all
       select id, name, organization_id from outbox) e
      where organization_id = $1 and name ~ '^(subscription|order)[.]' order by id`,
    [organizationId],
  )
  return rows.map(({ name }) => name)
}

/** Does all that follows from what has happened to subscriptions, also what is put off. */
export async function followUp({ database, ownerUrl }: TestDatabase, parts: PaymentParts) {
  const tasks = subscriptionTasks(parts)
  const moveEvents = () =>
    dispatchBatch(database, (event) => jobsOf(subscriptionReactions, event), 'wait')
  while ((await moveEvents()) !== 0) {
    await runOn(ownerUrl, 'update graphile_worker._private_jobs set run_at = now()')
    await runDueJobs({ database, tasks, log })
  }
}
