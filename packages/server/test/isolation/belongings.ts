import { expect } from 'vitest'
import { newBenefit } from '../benefits.ts'
import { newLink } from '../checkout-links.ts'
import { newCheckout } from '../checkouts.ts'
import { type ConnectedServer, connectGitHub, guildTokenFor } from '../connections.ts'
import { newCustomField } from '../custom-fields.ts'
import { newCustomer } from '../customers.ts'
import { newDiscount } from '../discounts.ts'
import { begin, complete, fileOf, newPicture, send, type Told } from '../files.ts'
import type { Founded } from '../founding.ts'
import { newMeter } from '../meters.ts'
import { newOrder } from '../orders.ts'
import { newPayment } from '../payments.ts'
import { billByUsage, fixedPrice, newProduct } from '../products.ts'
import { type BillingCalls, newAccessToken } from '../sellers.ts'
import { newFreeSubscription, newPlan } from '../subscriptions.ts'
import { newRegistration } from '../tax.ts'
import { messagesOf, newEndpoint } from '../webhooks.ts'

/** One of everything that an organization can have: ids, and what else leads to it. */
export interface Belongings extends Readonly<Record<IdName, string>> {
  /** What was said when the upload of `file` was complete. */
  readonly told: Told
}

export type IdName =
  | 'organization'
  | 'accessToken'
  | 'file'
  | 'picture'
  | 'customer'
  /** Of another customer. */
  | 'externalId'
  | 'meter'
  | 'benefit'
  | 'fileBenefit'
  | 'creditBenefit'
  /** Proves a server at Discord. */
  | 'guildToken'
  | 'customField'
  | 'discount'
  | 'product'
  | 'price'
  | 'taxRegistration'
  | 'checkoutLink'
  | 'payment'
  | 'order'
  /** Nobody asks for its invoice, or changes what stands on it, so that its page isn’t made. */
  | 'unreadOrder'
  | 'checkout'
  /** Of the free product. */
  | 'subscription'
  | 'freeProduct'
  /** What a subscription can be changed to, and what is off then. */
  | 'plan'
  | 'planDiscount'
  | 'webhookEndpoint'
  /** To that endpoint. */
  | 'webhookMessage'

export const filesOf = (file: string) => ({ type: 'downloadables', properties: { files: [file] } })

export const creditsOf = (meter: string) => ({
  type: 'meter_credit',
  properties: { units: 1, rollover: false, meter_id: meter },
})

/** Makes one of everything, as the organization's own people and backends do. */
export async function furnish(
  server: ConnectedServer,
  organization: Founded,
  backend: BillingCalls,
): Promise<Belongings> {
  await billByUsage(server.database, organization)
  await connectGitHub(server, organization)
  const webhookEndpoint = await newEndpoint(backend)
  const externalId = `external-${organization.slug}`
  await newCustomer(backend, { external_id: externalId })
  const customer = await newCustomer(backend)
  const meter = await newMeter(backend)
  const bytes = Buffer.from(organization.slug)
  const file = await begin(backend, fileOf(bytes))
  const told = await send(file, bytes)
  expect(await complete(backend, file, told)).toMatchObject({ status: 200 })
  const customField = await newCustomField(backend)
  const discount = await newDiscount(backend)
  const product = await newProduct(backend, {
    recurring_interval: 'month',
    prices: [fixedPrice()],
  })
  await server.deliverDue()
  const [webhookMessage] = await messagesOf(backend)
  await allowSeveralSubscriptions(server, organization)
  const bought = {
    customerId: customer.id,
    productId: product.id,
    priceId: product.prices[0]?.id ?? '',
  }
  const subscription = await newFreeSubscription(backend)
  return {
    organization: organization.id,
    accessToken: (await newAccessToken(server, organization, ['products:read'])).id,
    file: file.id,
    told,
    picture: await newPicture(backend),
    customer: customer.id,
    externalId,
    meter: meter.id,
    benefit: (await newBenefit(backend)).id,
    fileBenefit: (await newBenefit(backend, filesOf(file.id))).id,
    creditBenefit: (await newBenefit(backend, creditsOf(meter.id))).id,
    guildToken: await guildTokenFor(server, organization),
    customField: customField.id,
    discount: discount.id,
    product: product.id,
    price: bought.priceId,
    taxRegistration: (await newRegistration(backend)).id,
    checkoutLink: (await newLink(backend, { products: [product.id] })).id,
    checkout: (await newCheckout(backend, [product])).id,
    order: await newOrder(server, organization, bought),
    unreadOrder: await newOrder(server, organization, bought),
    subscription: subscription.id,
    freeProduct: subscription.product_id,
    plan: (await newPlan(backend, 2000)).id,
    planDiscount: (await newDiscount(backend)).id,
    payment: (await newPayment(server, organization, customer)).id,
    webhookEndpoint: webhookEndpoint.id,
    webhookMessage: webhookMessage?.id ?? '',
  }
}

/** So that what one test subscribed to stands in no other’s way. */
const allowSeveralSubscriptions = (
  { database }: Pick<ConnectedServer, 'database'>,
  { id }: Pick<Founded, 'id'>,
): Promise<unknown> =>
  database.pool.query('update organization set allow_multiple_subscriptions = true where id = $1', [
    id,
  ])
