import { currency, id as idOf } from '@guildhall/contract/primitives'
import pino from 'pino'
import { paymentParts } from '../src/app/payments.ts'
import { findProductsOf, presentBareProduct } from '../src/domains/catalog/index.ts'
import { findCustomerIn } from '../src/domains/customers/index.ts'
import { createPaidOrder, type OrderParts } from '../src/domains/orders/index.ts'
import { findOrganization } from '../src/domains/organizations/index.ts'
import { attachPayment, beginPayment, carryOutPayment } from '../src/domains/payments/index.ts'
import type { TaxDue } from '../src/domains/tax/index.ts'
import { assert } from '../src/kernel/assert.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { systemClock } from '../src/platform/clock.ts'
import { newId } from '../src/platform/ids.ts'
import type { NewEvent } from '../src/platform/outbox/record.ts'
import { work } from '../src/platform/work.ts'
import { newCustomer } from './customers.ts'
import type { TestDatabase } from './database.ts'
import type { Founded } from './founding.ts'
import { newProduct } from './products.ts'
import { type BillingCalls, newBackend } from './sellers.ts'
import type { TestServer } from './server.ts'
import { runOn } from './sql.ts'

type On = Pick<TestServer, 'config' | 'keyring' | 'database'>

/** The domain’s parts on the server’s own database; its dispatcher finds the news by itself. */
export const orderParts = ({ config, keyring, database }: On): OrderParts =>
  paymentParts({
    config,
    keyring,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    workshop: { database, clock: systemClock, wake: () => undefined },
  })

/** What an order needs beside itself. */
export interface Bought {
  readonly customerId: string
  readonly productId: string
  readonly priceId: string
}

/** A customer, and a product for them to buy. */
export async function newStock(calls: BillingCalls, wish: object = {}): Promise<Bought> {
  const { id: customerId } = await newCustomer(calls)
  const product = await newProduct(calls, wish)
  return { customerId, productId: product.id, priceId: product.prices[0]?.id ?? '' }
}

/** A token for whatever the tests of orders do. */
export const orderCalls = (server: TestServer, organization: Founded) =>
  newBackend(server, organization, [
    'products:write',
    'discounts:write',
    'customers:write',
    'orders:write',
    'refunds:write',
    'payments:read',
  ])

export const germanVat: TaxDue = {
  amount: minorUnits(190),
  reason: 'standard_rated',
  rate: {
    rateType: 'percentage',
    basisPoints: 1900,
    amount: null,
    displayName: 'VAT',
    country: 'DE',
    state: null,
    subdivision: null,
  },
  calculationId: null,
}

const noTax: TaxDue = {
  amount: minorUnits(0),
  reason: 'not_collecting',
  rate: null,
  calculationId: null,
}

interface OrderWish {
  /** Of each item, before discount and tax. */
  readonly amounts?: readonly number[]
  readonly discountId?: string | null
  readonly discountAmount?: number
  /** By default German VAT of a single item of 10.00. */
  readonly tax?: TaxDue | null
  readonly billingName?: string | null
  readonly metadata?: Readonly<Record<string, string>>
}

/** A paid order, through all the doors that a purchase goes through, but the checkout’s. */
export async function newOrder(
  server: On,
  { id }: Pick<Founded, 'id'>,
  bought: Bought,
  wish: OrderWish = {},
): Promise<string> {
  const parts = orderParts(server)
  const organizationId = idOf('organization').parse(id)
  const customerId = idOf('customer').parse(bought.customerId)
  const { amounts = [1000], discountId = null, discountAmount = 0 } = wish
  const tax = wish.tax === undefined ? germanVat : (wish.tax ?? noTax)
  const total = amounts.reduce((all, amount) => all + amount, 0) - discountAmount + tax.amount
  const kysely = parts.workshop.database.kysely
  const customer = await findCustomerIn(kysely, [organizationId], customerId)
  const organization = await findOrganization(kysely, organizationId)
  assert(customer !== undefined && organization !== undefined, 'somebody buys of somebody')
  const productId = idOf('product').parse(bought.productId)
  const [product] = await findProductsOf(kysely, organizationId, [productId])
  assert(product !== undefined, 'something is bought')
  const paymentId = total === 0 ? null : await pay(parts, { ...customer, total })
  const order = await work(parts.workshop, { organizationId }, (unit) =>
    createPaidOrder(unit, parts, {
      id: unit.newId('order'),
      organizationId,
      seller: organization.name,
      customer,
      payment: paymentId && {
        id: paymentId,
        attach: (orderId) => attachPayment(unit, { organizationId, paymentId, orderId }),
      },
      product: presentBareProduct(product),
      checkoutId: null,
      subscriptionId: null,
      discountId: discountId === null ? null : idOf('discount').parse(discountId),
      currency: currency.parse('usd'),
      items: amounts.map((amount, at) => ({
        label: amounts.length === 1 ? 'Course' : `Course ${at + 1}`,
        amount: minorUnits(amount),
        productPriceId: idOf('productPrice').parse(bought.priceId),
      })),
      discountAmount: minorUnits(discountAmount),
      tax,
      billingName: wish.billingName === undefined ? 'Ada Lovelace' : wish.billingName,
      billingAddress: { ...nowhere, country: 'DE' },
      taxId: null,
      customFieldData: {},
      metadata: wish.metadata ?? {},
      billingReason: 'purchase',
    }),
  )
  return order.id
}

const nowhere = { line1: null, line2: null, postalCode: null, city: null, state: null }

interface Payer {
  readonly organizationId: Parameters<typeof carryOutPayment>[1]['organizationId']
  readonly id: Parameters<typeof beginPayment>[2]['customerId']
  readonly email: string
  readonly total: number
}

async function pay(parts: OrderParts, { organizationId, id, email, total }: Payer) {
  const payment = await work(parts.workshop, { organizationId }, (unit) =>
    beginPayment(unit, parts, {
      id: unit.newId('payment'),
      organizationId,
      checkoutId: null,
      orderId: null,
      customerId: id,
      customerEmail: email,
      amount: minorUnits(total),
      currency: currency.parse('usd'),
      source: { confirmationToken: 'tok_sandbox_ok', keep: false },
      description: 'Course',
      returnUrl: null,
      metadata: {},
    }),
  )
  const outcome = await carryOutPayment(parts, { organizationId, paymentId: payment.id })
  assert(outcome.status === 'succeeded', 'a good card is charged')
  return payment.id
}

interface Reported {
  readonly orderId: string
  readonly processorId: string
  readonly refundId?: string
  readonly status: string
  /** With tax. */
  readonly amount: number
}

/** What the processor tells of a refund or a dispute, as the payments record it. */
export async function report(
  server: On,
  { id }: Pick<Founded, 'id'>,
  about: 'processor_refund' | 'dispute',
  { orderId, processorId, refundId, status, amount }: Reported,
): Promise<void> {
  const { workshop } = orderParts(server)
  const organizationId = idOf('organization').parse(id)
  const payment = await workshop.database.kysely
    .selectFrom('payment')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('orderId', '=', idOf('order').parse(orderId))
    .executeTakeFirstOrThrow()
  const told: NewEvent = {
    name: `${about}.reported`,
    organizationId,
    object: { type: about, id: processorId, version: 1 },
    payload: {
      payment_id: payment.id,
      order_id: orderId,
      processor_id: processorId,
      status,
      amount,
      ...(about === 'processor_refund' && {
        refund_id: refundId ?? null,
        failure_reason: status === 'failed' ? 'declined' : null,
      }),
    },
  }
  await work(workshop, { organizationId }, async (unit) => unit.record(told))
}

/** A name that no other refund at the processor has. */
export const newProcessorId = (): string => newId('sandboxRefund')

/** What is to be done later is to be done now. */
export const hurryJobs = ({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<unknown> =>
  runOn(ownerUrl, 'update graphile_worker._private_jobs set run_at = now()')
