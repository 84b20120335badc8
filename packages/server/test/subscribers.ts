import { currency, type Id, type MinorUnits } from '@guildhall/contract/primitives'
import { findCustomersByIds } from '../src/domains/customers/store/customers.ts'
import { type PlacedOrder, placeOrders } from '../src/domains/orders/actions/place-orders.ts'
import type { ItemToPlace, OrderToPlace } from '../src/domains/orders/actions/plan-orders.ts'
import type { PaymentDeps } from '../src/domains/payments/actions/deps.ts'
import { submitPayment } from '../src/domains/payments/actions/submit-payment.ts'
import type { PaymentMethodRow } from '../src/domains/payments/store/methods.ts'
import { findMethodsOf } from '../src/domains/payments/store/methods.ts'
import type { TaxDue } from '../src/domains/tax/rules/tax-calculation.ts'
import { assert } from '../src/kernel/assert.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/ids.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import { type Buyer, keyOf, newBuyer, startPayment } from './payments.ts'

const dollars = currency.parse('usd')

export interface Subscriber extends Buyer {
  readonly productId: Id<'product'>
  readonly subscriptionId: Id<'subscription'>
}

const march = new Date('2026-03-01T00:00:00Z')
const april = new Date('2026-04-01T00:00:00Z')

/** A customer with a monthly subscription, as bare rows; with a new seller unless one is given. */
export async function newSubscriber(
  database: Database,
  seller: Pick<Subscriber, 'organizationId' | 'productId'> | null = null,
): Promise<Subscriber> {
  const { organizationId, productId } = seller ?? (await newSeller(database))
  const customerId = newId('customer')
  const createdAt = systemClock.now()
  const own = { organizationId, createdAt }
  const email = `${customerId}@buyer.test`
  const { kysely } = database
  await kysely
    .insertInto('customer')
    .values({ ...own, id: customerId, email })
    .execute()
  const subscriptionId = await newSubscriptionRow(database, {
    organizationId,
    customerId,
    productId,
  })
  return { organizationId, customerId, productId, subscriptionId }
}

/** A subscription row for tests that only reference it. */
export async function newSubscriptionRow(
  { kysely }: Pick<Database, 'kysely'>,
  of: Pick<Subscriber, 'organizationId' | 'customerId' | 'productId'>,
): Promise<Id<'subscription'>> {
  const id = newId('subscription')
  await kysely
    .insertInto('subscription')
    .values({
      ...of,
      id,
      status: 'active',
      currency: dollars,
      amount: minorUnits(1000),
      recurringInterval: 'month',
      anchorDay: 1,
      currentPeriodStart: march,
      currentPeriodEnd: april,
      acceptedAt: march,
      createdAt: march,
    })
    .execute()
  return id
}

async function newSeller(database: Database) {
  const { organizationId } = await newBuyer(database)
  const productId = newId('product')
  await database.kysely
    .insertInto('product')
    .values({
      organizationId,
      id: productId,
      name: 'Anvils for a month',
      recurringInterval: 'month',
      leadingAmountType: 'fixed',
      leadingAmount: minorUnits(1000),
      createdAt: systemClock.now(),
    })
    .execute()
  return { organizationId, productId }
}

export interface OrderOptions extends Partial<OrderToPlace> {
  /** Of each item, before discount and tax. */
  readonly amounts?: readonly number[]
  readonly taxAmount?: number
}

const untaxed = (amount = 0): TaxDue => ({
  amount: minorUnits(amount),
  reason: amount === 0 ? 'not_collecting' : 'standard_rated',
  rate: null,
  calculationId: null,
})

const itemOf = (amount: number): ItemToPlace => ({
  label: 'Anvils for a month',
  amount: minorUnits(amount),
  discountAmount: minorUnits(0),
  proration: amount < 0,
  productPriceId: null,
  period: null,
  reverses: null,
  usageSettlementId: null,
})

/** An order as a renewal places it, of 10.00 by default. */
export async function orderToPlace(
  { kysely }: Pick<Database, 'kysely'>,
  { organizationId, customerId, productId, subscriptionId }: Subscriber,
  { amounts = [1000], taxAmount = 0, ...options }: OrderOptions = {},
): Promise<OrderToPlace> {
  const [customer] = await findCustomersByIds(kysely, organizationId, [customerId])
  assert(customer !== undefined, 'the subscriber is a customer')
  return {
    organizationId,
    customer,
    billing: { billingName: customer.name, billingAddress: null, taxId: null, taxIdFormat: null },
    productId,
    subscriptionId,
    discountId: null,
    billingReason: 'subscription_update',
    currency: dollars,
    period: null,
    items: amounts.map(itemOf),
    tax: untaxed(taxAmount),
    paymentId: null,
    customFieldData: {},
    metadata: {},
    ...options,
  }
}

/** One order, in a transaction of its own. */
export async function place(
  { uowFactory }: Pick<PaymentDeps, 'uowFactory'>,
  subscriber: Subscriber,
  options: OrderOptions = {},
): Promise<PlacedOrder> {
  const order = await orderToPlace(uowFactory.database, subscriber, options)
  const { organizationId } = subscriber
  const [placed] = await runUnitOfWork(uowFactory, { organizationId }, (uow) =>
    placeOrders(uow, [order]),
  )
  assert(placed !== undefined, 'one order is placed')
  return placed
}

/** A card, stored by a payment. */
export async function newMethod(
  deps: PaymentDeps,
  buyer: Buyer,
  confirmationToken = 'tok_sandbox_ok',
): Promise<PaymentMethodRow> {
  const payment = await startPayment(deps, buyer, { confirmationToken, storeMethod: true })
  const { status } = await submitPayment(deps, keyOf(payment))
  assert(status === 'succeeded', 'the card succeeds the first time')
  const { kysely } = deps.uowFactory.database
  const methods = await findMethodsOf(kysely, buyer.organizationId, [buyer.customerId])
  const kept = methods.at(-1)
  assert(kept !== undefined, 'the card of a payment is stored')
  return kept
}

export const cents = (amount: number): MinorUnits => minorUnits(amount)
