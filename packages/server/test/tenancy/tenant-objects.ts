import { expect } from 'vitest'
import * as z from 'zod/mini'
import { newBenefit } from '../benefits.ts'
import { newLink } from '../checkout-links.ts'
import { newCheckout } from '../checkouts.ts'
import { type ConnectedServer, connectGitHub, guildTokenFor } from '../connections.ts'
import { give } from '../credit-calls.ts'
import { newCustomField } from '../custom-fields.ts'
import { newCustomer } from '../customers.ts'
import { newDiscount } from '../discounts.ts'
import { grantOf, newFileBenefit, newGift } from '../downloads.ts'
import { newRate, reportInEuros } from '../exchange-rates.ts'
import {
  type Completion,
  completeUpload,
  fileOf,
  newPicture,
  sendParts,
  startUpload,
} from '../files.ts'
import { buyLicense, newLicense } from '../license-keys.ts'
import { askUsage, limit, readReservation } from '../limit-calls.ts'
import { newMeter } from '../meters.ts'
import { newDispute, newOrder } from '../orders.ts'
import type { OwnedOrganization } from '../owned-organization.ts'
import { newPayment } from '../payments.ts'
import { fixedPrice, newProduct } from '../products.ts'
import { newSavedView } from '../saved-views.ts'
import { type BillingCalls, inDashboard, newAccessToken } from '../sellers.ts'
import {
  type MadeSubscription,
  newFreeSubscription,
  newRecurringProduct,
} from '../subscriptions.ts'
import { newRegistration } from '../tax.ts'
import { newCreditPack, storeCard, turnOn } from '../top-ups.ts'
import { portalOf } from '../typed-purchases.ts'
import { newCustomerMeter, newEvent } from '../usage.ts'
import { messagesOf, newEndpoint } from '../webhooks.ts'

/** One object of every kind that an organization can have, by id. */
export interface TenantObjects extends Readonly<Record<IdName, string>> {
  /** The completion of the upload of `file`. */
  readonly reported: Completion
}

export type IdName =
  | 'organization'
  | 'accessToken'
  /** Of the owner. */
  | 'savedView'
  | 'file'
  | 'picture'
  | 'customer'
  /** Of another customer. */
  | 'externalId'
  | 'meter'
  | 'benefit'
  | 'fileBenefit'
  | 'creditBenefit'
  | 'licenseKey'
  /** What its holder enters. */
  | 'licenseKeyText'
  | 'licenseBenefit'
  | 'licenseCustomer'
  | 'licenseActivation'
  /** To be deactivated. */
  | 'doneActivation'
  | 'spareActivation'
  /** Of files, because of a purchase. */
  | 'grant'
  /** Proves a server at Discord. */
  | 'guildToken'
  | 'customField'
  | 'discount'
  | 'product'
  | 'price'
  /** May have metered prices, because no checkout needs it. */
  | 'unsoldProduct'
  | 'unsoldPrice'
  | 'taxRegistration'
  | 'exchangeRate'
  | 'checkoutLink'
  | 'payment'
  | 'order'
  | 'orderItem'
  /** Of that order. */
  | 'invoice'
  | 'dispute'
  /** Without an invoice, which is never requested. */
  | 'unreadOrder'
  | 'checkout'
  /** Of the free product. */
  | 'subscription'
  | 'subscriber'
  | 'freeProduct'
  /** A plan that a subscription can change to, and a discount for it. */
  | 'plan'
  | 'planDiscount'
  | 'webhookEndpoint'
  /** To that endpoint. */
  | 'webhookMessage'
  | 'event'
  | 'customerMeter'
  | 'usageLimit'
  /** Of the customer, and stopped. */
  | 'topUp'
  /** Of the customer’s meter, one to settle and one to release. */
  | 'reservation'
  | 'heldReservation'

export const filesOf = (file: string) => ({ type: 'downloadables', properties: { files: [file] } })

export const creditsOf = (meter: string) => ({
  type: 'meter_credit',
  properties: { units: 1, rollover: false, meter_id: meter },
})

/** Creates one object of every kind, with the organization's own callers. */
export async function createTenantObjects(
  server: ConnectedServer,
  organization: OwnedOrganization,
  backend: BillingCalls,
): Promise<TenantObjects> {
  await connectGitHub(server, organization)
  const webhookEndpoint = await newEndpoint(backend)
  const externalId = `external-${organization.slug}`
  await newCustomer(backend, { external_id: externalId })
  const customer = await newCustomer(backend)
  const meter = await newMeter(backend)
  const bytes = Buffer.from(organization.slug)
  const file = await startUpload(backend, fileOf(bytes))
  const reported = await sendParts(file, bytes)
  expect(await completeUpload(backend, file, reported)).toMatchObject({ status: 200 })
  const customField = await newCustomField(backend)
  const discount = await newDiscount(backend)
  const monthly = { recurring_interval: 'month', prices: [fixedPrice()] }
  const product = await newProduct(backend, monthly)
  const unsold = await newProduct(backend, monthly)
  await server.deliverDue()
  const [webhookMessage] = await messagesOf(backend)
  await allowSeveralSubscriptions(server, organization)
  const bought = {
    customerId: customer.id,
    productId: product.id,
    priceId: product.prices[0]?.id ?? '',
  }
  const subscription = await newFreeSubscription(backend)
  const order = await newOrder(server, organization, bought)
  const gift = await newGift(backend, [await newFileBenefit(backend, [file.id])])
  const orderId = await newOrder(server, organization, { ...gift, customerId: customer.id })
  return {
    ...(await licenseObjects(server, organization, backend)),
    organization: organization.id,
    ...(await ownersObjects(server, organization)),
    file: file.id,
    reported,
    picture: await newPicture(backend),
    customer: customer.id,
    externalId,
    meter: meter.id,
    benefit: (await newBenefit(backend)).id,
    fileBenefit: (await newBenefit(backend, filesOf(file.id))).id,
    creditBenefit: (await newBenefit(backend, creditsOf(meter.id))).id,
    grant: await grantOf(backend, { orderId }),
    guildToken: await guildTokenFor(server, organization),
    customField: customField.id,
    discount: discount.id,
    product: product.id,
    price: bought.priceId,
    unsoldProduct: unsold.id,
    unsoldPrice: unsold.prices[0]?.id ?? '',
    ...(await enteredObjects(backend, organization)),
    checkoutLink: (await newLink(backend, { products: [product.id] })).id,
    checkout: (await newCheckout(backend, [product])).id,
    order,
    ...(await partsOf(server, backend, order)),
    unreadOrder: await newOrder(server, organization, bought),
    dispute: await newDispute(server, organization, bought),
    ...subscriptionObjects(subscription),
    plan: (await newRecurringProduct(backend, 2000)).id,
    planDiscount: (await newDiscount(backend)).id,
    payment: (await newPayment(server, organization, customer)).id,
    webhookEndpoint: webhookEndpoint.id,
    webhookMessage: webhookMessage?.id ?? '',
    ...(await usageObjects(server, backend, { customer, meter })),
  }
}

/** What a seller types for taxes and figures. */
async function enteredObjects(backend: BillingCalls, { id }: OwnedOrganization) {
  await reportInEuros(backend, id)
  return {
    taxRegistration: (await newRegistration(backend)).id,
    exchangeRate: await newRate(backend),
  }
}

const ownersObjects = async (server: ConnectedServer, organization: OwnedOrganization) => ({
  accessToken: (await newAccessToken(server, organization, ['products:read'])).id,
  savedView: await newSavedView(inDashboard(server, organization.owner), organization),
})

const subscriptionObjects = ({ id, customer_id, product_id }: MadeSubscription) => ({
  subscription: id,
  subscriber: customer_id,
  freeProduct: product_id,
})

async function licenseObjects(
  server: ConnectedServer,
  acme: OwnedOrganization,
  calls: BillingCalls,
) {
  const activations = { limit: 20, enable_customer_admin: true }
  const { id, key, benefitId, customerId } = await buyLicense(
    server,
    { calls, acme },
    await newLicense(calls, { activations }),
  )
  const activate = async () => {
    const { body } = await calls.post('/license-keys/activate', { key, label: 'Laptop' })
    return z.object({ id: z.string() }).parse(body).id
  }
  return {
    licenseKey: id,
    licenseKeyText: key,
    licenseBenefit: benefitId,
    licenseCustomer: customerId,
    licenseActivation: await activate(),
    doneActivation: await activate(),
    spareActivation: await activate(),
  }
}

/** The invoice is generated, and so it has an id. */
async function partsOf({ database }: ConnectedServer, backend: BillingCalls, order: string) {
  expect(await backend.get(`/orders/${order}/invoice`)).toMatchObject({ status: 200 })
  const { rows } = await database.pool.query<{ item: string; invoice: string }>(
    `select t.id as item, i.id as invoice
       from order_item t join invoice i on i.order_id = t.order_id where t.order_id = $1`,
    [order],
  )
  return { orderItem: rows[0]?.item ?? '', invoice: rows[0]?.invoice ?? '' }
}

/** So that the subscription of one test does not block another. */
const allowSeveralSubscriptions = (
  { database }: Pick<ConnectedServer, 'database'>,
  { id }: Pick<OwnedOrganization, 'id'>,
): Promise<unknown> =>
  database.pool.query('update organization set allow_multiple_subscriptions = true where id = $1', [
    id,
  ])

type Metered = Readonly<Record<'customer' | 'meter', { readonly id: string }>>

async function usageObjects(
  server: ConnectedServer,
  backend: BillingCalls,
  { customer, meter }: Metered,
) {
  const usageLimit = await limit(backend, customer.id, { meter_id: meter.id, units: 1000 })
  const reserve = async () => {
    const asked = { customer_id: customer.id, meter_id: meter.id, units: 1 }
    return readReservation(await askUsage(backend, 'reserve', asked))
  }
  return {
    event: await newEvent(backend),
    customerMeter: await newCustomerMeter(backend, customer),
    usageLimit: String(usageLimit['id']),
    reservation: await reserve(),
    heldReservation: await reserve(),
    topUp: await stoppedTopUp(server, backend, { customer, meter }),
  }
}

async function stoppedTopUp(
  server: ConnectedServer,
  seller: BillingCalls,
  { customer, meter }: Metered,
): Promise<string> {
  await storeCard({ server, seller }, customer)
  await give(seller, { customer: customer.id, meter: meter.id }, 1)
  const billing_address = { country: 'FR' }
  await seller.patch(`/customers/${customer.id}`, { billing_address })
  const product_id = await newCreditPack(seller, meter.id)
  const portal = await portalOf({ server, seller }, customer)
  const on = await turnOn(portal, { meter_id: meter.id, product_id, threshold: 0 })
  expect(on).toMatchObject({ status: 200 })
  const id = String(on.body?.['id'])
  const stopped = await seller.post(`/customers/${customer.id}/top-ups/${id}/stop`, {})
  expect(stopped).toMatchObject({ status: 200 })
  return id
}
