import type { Scope } from '@guildhall/contract/organizations/scopes'
import { currency, id as idOf } from '@guildhall/contract/primitives'
import pino from 'pino'
import { openProviders } from '../src/domains/benefits/kinds/providers.ts'
import { presentBareProduct } from '../src/domains/catalog/present/discount.ts'
import { findProducts } from '../src/domains/catalog/store/products.ts'
import { settlePeriods } from '../src/domains/credits/actions/settle-usage.ts'
import { findCustomerIn } from '../src/domains/customers/store/customers.ts'
import { describeGrants } from '../src/domains/entitlements/actions/describe-grants.ts'
import type { OrderDeps, PurchaseDeps } from '../src/domains/orders/actions/deps.ts'
import { placePurchase } from '../src/domains/orders/actions/place-purchase.ts'
import { recordDispute } from '../src/domains/orders/actions/record-dispute.ts'
import { findOrganization } from '../src/domains/organizations/store/organizations.ts'
import { attachPayment, createPayment } from '../src/domains/payments/actions/create-payment.ts'
import { openProcessors } from '../src/domains/payments/actions/open-processors.ts'
import { submitPayment } from '../src/domains/payments/actions/submit-payment.ts'
import { findPaymentsOf } from '../src/domains/payments/store/payments.ts'
import type { TaxDue } from '../src/domains/tax/rules/tax-calculation.ts'
import { changePeriods } from '../src/domains/usage/actions/change-periods.ts'
import { assert } from '../src/kernel/assert.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { systemClock } from '../src/platform/clock.ts'
import { fetchExternal } from '../src/platform/http-client/fetch-external.ts'
import { newId } from '../src/platform/ids.ts'
import type { NewEvent } from '../src/platform/outbox/record.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import { newCustomer } from './customers.ts'
import type { TestDatabase } from './database.ts'
import { disputeReport } from './disputes.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import type { TestDeps } from './payments.ts'
import { newProduct } from './products.ts'
import { type BillingCalls, newBackend } from './sellers.ts'
import type { TestServer } from './server.ts'
import { runOn } from './sql.ts'
import { testUnitOfWorkFactory } from './unit-of-work-factory.ts'

type On = Pick<TestServer, 'config' | 'keyring' | 'database'>

/** The domain’s dependencies on the server’s own database, whose dispatcher finds the events. */
export function orderDeps({ config, keyring, database }: On): OrderDeps & PurchaseDeps & TestDeps {
  const providers = openProviders({ config, fetchExternal, clock: systemClock })
  const foundation = {
    config,
    keyring,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    uowFactory: testUnitOfWorkFactory({ database, clock: systemClock, keyring, providers }),
  }
  return {
    ...foundation,
    processors: openProcessors(foundation),
    beforePaymentMethodDeletion: [],
    grantDescribers: [describeGrants(foundation)],
    onMeteredPeriodsChanged: [changePeriods],
    onUsageSettled: [settlePeriods],
  }
}

/** What an order refers to. */
export interface Bought {
  readonly customerId: string
  readonly productId: string
  readonly priceId: string
}

/** A customer, and a product for them to buy. */
export async function newStock(calls: BillingCalls, input: object = {}): Promise<Bought> {
  const { id: customerId } = await newCustomer(calls)
  const product = await newProduct(calls, input)
  return { customerId, productId: product.id, priceId: product.prices[0]?.id ?? '' }
}

/** What tests of orders need. */
export const orderScopes: readonly Scope[] = [
  'products:write',
  'discounts:write',
  'customers:write',
  'orders:write',
  'refunds:write',
  'payments:read',
]

export const orderCalls = (server: TestServer, organization: OwnedOrganization) =>
  newBackend(server, organization, orderScopes)

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

interface OrderOptions {
  /** Of each item, before discount and tax. */
  readonly amounts?: readonly number[]
  readonly discountId?: string | null
  readonly discountAmount?: number
  /** German VAT on 10.00 by default. */
  readonly tax?: TaxDue | null
  readonly billingName?: string | null
  readonly metadata?: Readonly<Record<string, string>>
}

/** A paid order, placed like a purchase but without a checkout. */
export async function newOrder(
  server: On,
  { id }: Pick<OwnedOrganization, 'id'>,
  bought: Bought,
  options: OrderOptions = {},
): Promise<string> {
  const deps = orderDeps(server)
  const organizationId = idOf('organization').parse(id)
  const customerId = idOf('customer').parse(bought.customerId)
  const { amounts = [1000], discountId = null, discountAmount = 0 } = options
  const tax = options.tax === undefined ? germanVat : (options.tax ?? noTax)
  const total = amounts.reduce((all, amount) => all + amount, 0) - discountAmount + tax.amount
  const kysely = deps.uowFactory.database.kysely
  const customer = await findCustomerIn(kysely, [organizationId], customerId)
  const organization = await findOrganization(kysely, organizationId)
  assert(
    customer !== undefined && organization !== undefined,
    'the customer and the organization exist',
  )
  const productId = idOf('product').parse(bought.productId)
  const [product] = await findProducts(kysely, organizationId, [productId])
  assert(product !== undefined, 'the product exists')
  const paymentId = total === 0 ? null : await pay(deps, { ...customer, total })
  const order = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    placePurchase(uow, deps, {
      id: uow.newId('order'),
      organizationId,
      seller: organization,
      givesBenefits: false,
      customer,
      payment: paymentId && {
        id: paymentId,
        attach: (orderId) => attachPayment(uow, { organizationId, paymentId, orderId }),
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
        period: null,
      })),
      discountAmount: minorUnits(discountAmount),
      tax,
      billingName: options.billingName === undefined ? 'Ada Lovelace' : options.billingName,
      billingAddress: { ...nowhere, country: 'DE' },
      taxId: null,
      customFieldData: {},
      metadata: options.metadata ?? {},
      billingReason: 'purchase',
      appliedAmount: minorUnits(0),
    }),
  )
  return order.id
}

const nowhere = { line1: null, line2: null, postalCode: null, city: null, state: null }

interface Payer {
  readonly organizationId: Parameters<typeof submitPayment>[1]['organizationId']
  readonly id: Parameters<typeof createPayment>[2]['customerId']
  readonly email: string
  readonly total: number
}

async function pay(deps: OrderDeps, { organizationId, id, email, total }: Payer) {
  const payment = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    createPayment(uow, deps, {
      id: uow.newId('payment'),
      organizationId,
      checkoutId: null,
      orderId: null,
      customerId: id,
      customerEmail: email,
      amount: minorUnits(total),
      currency: currency.parse('usd'),
      source: { confirmationToken: 'tok_sandbox_ok', storeMethod: false },
      description: 'Course',
      returnUrl: null,
      metadata: {},
    }),
  )
  const outcome = await submitPayment(deps, { organizationId, paymentId: payment.id })
  assert(outcome.status === 'succeeded', 'the card is good')
  return payment.id
}

interface Reported {
  readonly orderId: string
  readonly processorId: string
  readonly refundId?: string
  readonly status: string
  /** With tax. */
  readonly amount: number
  readonly isWarning?: boolean
  readonly reason?: string
  readonly evidenceDueBy?: string
  readonly reportedAt?: string
}

/** Reports a refund or a dispute as the processor would. */
export async function report(
  server: On,
  { id }: Pick<OwnedOrganization, 'id'>,
  about: 'processor_refund' | 'dispute',
  reported: Reported,
): Promise<void> {
  const { orderId, processorId, refundId, status, amount } = reported
  const { uowFactory } = orderDeps(server)
  const organizationId = idOf('organization').parse(id)
  const payment = await uowFactory.database.kysely
    .selectFrom('payment')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('orderId', '=', idOf('order').parse(orderId))
    .executeTakeFirstOrThrow()
  const event: NewEvent = {
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
      ...(about === 'dispute' && {
        is_warning: reported.isWarning ?? false,
        reason: reported.reason ?? 'fraudulent',
        evidence_due_by: reported.evidenceDueBy ?? null,
        reported_at: reported.reportedAt ?? null,
      }),
    },
  }
  await runUnitOfWork(uowFactory, { organizationId }, async (uow) => uow.record(event))
}

/** The dispute of a new order. */
export async function newDispute(
  server: On,
  organization: OwnedOrganization,
  bought: Bought,
): Promise<string> {
  const orderId = idOf('order').parse(await newOrder(server, organization, bought))
  const { uowFactory } = orderDeps(server)
  const organizationId = idOf('organization').parse(organization.id)
  const key = { organizationId, orderId }
  const [payment] = await findPaymentsOf(uowFactory.database.kysely, organizationId, {
    orderIds: [orderId],
  })
  assert(payment !== undefined, 'the order is paid')
  const status = 'needs_response'
  const reported = disputeReport({ ...key, paymentId: payment.id, status, amount: payment.amount })
  const id = await runUnitOfWork(uowFactory, key, (uow) =>
    recordDispute(uow, { onDisputeChanged: [] }, reported),
  )
  assert(id !== null, 'the report is new')
  return id
}

/** An unused id at the processor. */
export const newProcessorId = (): string => newId('sandboxRefund')

/** Makes delayed jobs due now. */
export const runDelayedJobs = ({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<unknown> =>
  runOn(ownerUrl, 'update graphile_worker._private_jobs set run_at = now()')
