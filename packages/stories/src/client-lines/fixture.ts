import { scopes } from '@guildhall/contract/organizations/scopes'
import type { Polar } from '@polar-sh/sdk'
import { expect } from 'vitest'
import { asBackend, newSeller, newToken } from '../billing/seller.ts'
import { asToken, subscribeAtCheckout } from '../billing/subscriber.ts'
import type { Site } from '../site.ts'
import { textAt } from '../wire.ts'
import type { Fixture } from './calls.ts'
import type { Access } from './lines.ts'

/** A seller with at least one object of each kind, and further ones to delete. */
export async function newFixture(
  site: Site,
  { slug, hooksUrl }: { readonly slug: string; readonly hooksUrl: string },
): Promise<{ readonly at: Fixture; readonly access: Access }> {
  const seller = await newSeller(site, slug)
  const { token } = await newToken(seller, scopes)
  const polar = asBackend(site, token)
  const catalog = await fillCatalog(polar)
  const endpoint = await newEndpoint(site, token, hooksUrl)
  const sold = await sell(site, polar, slug, catalog)
  await site.server.deliverDue()
  const { token: customerSession } = await polar.customerSessions.create({
    customerId: sold.customer,
  })
  const at = {
    organization: seller.organizationId,
    slug,
    ...catalog,
    ...sold,
    ...(await useIt(site, polar, customerSession, {
      ...catalog,
      ...sold,
      organization: seller.organizationId,
    })),
    endpoint,
    hooksUrl,
    ...(await newOnes(polar, slug, catalog.product)),
    oldEndpoint: await newEndpoint(site, token, hooksUrl),
  }
  return { at, access: { url: site.url, token, customerSession } }
}

async function fillCatalog(polar: Polar) {
  const keys = await polar.benefits.create({
    type: 'license_keys',
    description: 'The editor',
    properties: { activations: { limit: 5, enableCustomerAdmin: true } },
  })
  const { id: product } = await polar.products.create({
    name: 'Editor',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 900 }],
  })
  const productBenefitsUpdate = { benefits: [keys.id] }
  await polar.products.updateBenefits({ id: product, productBenefitsUpdate })
  const { id: meter } = await polar.meters.create({
    name: 'Calls',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] },
    aggregation: { func: 'count' },
  })
  return { product, benefit: keys.id, meter }
}

async function sell(site: Site, polar: Polar, slug: string, { product }: { product: string }) {
  const subscribe = async (name: string) => {
    const email = `${name}@${slug}.test`
    const { id: customerId } = await polar.customers.create({
      email,
      externalId: `${name}-${slug}`,
    })
    return subscribeAtCheckout(site, polar, { email, customerId, product })
  }
  const { id: subscription, customerId: customer, checkoutId } = await subscribe('ada')
  const { id: cancelled } = await subscribe('cleo')
  const { id: oldSubscription } = await subscribe('dora')
  const last = await subscribe('eve')
  await site.server.settle()
  const orderOf = async (customerId: string) =>
    (await polar.orders.list({ customerId })).result.items[0]?.id ?? ''
  const { result: payments } = await polar.payments.list({ orderId: await orderOf(customer) })
  return {
    customer,
    externalId: `ada-${slug}`,
    subscription,
    cancelled,
    oldSubscription,
    order: await orderOf(customer),
    refundable: await orderOf(last.customerId),
    payment: payments.items[0]?.id ?? '',
    checkout: checkoutId ?? '',
    clientSecret: (await polar.checkouts.get({ id: checkoutId ?? '' })).clientSecret,
  }
}

/** The customer uses what was sold. */
async function useIt(
  site: Site,
  polar: Polar,
  customerSession: string,
  at: {
    readonly benefit: string
    readonly customer: string
    readonly organization: string
    readonly meter: string
  },
) {
  const { customerPortal } = polar
  const { result: keys } = await customerPortal.licenseKeys.list({ customerSession }, {})
  const [licenseKey] = keys.items
  if (licenseKey === undefined) return expect.fail('the customer got no key')
  const { key } = licenseKey
  const activation = await customerPortal.licenseKeys.activate({
    key,
    organizationId: at.organization,
    label: 'Laptop',
  })
  const { result: grants } = await customerPortal.benefitGrants.list({ customerSession }, {})
  await polar.events.ingest({ events: [{ name: 'call', customerId: at.customer }] })
  await site.server.settle()
  const { result: events } = await polar.events.list({ name: 'call' })
  const { result: meters } = await polar.customerMeters.list({ customerId: at.customer })
  return {
    licenseKey: licenseKey.id,
    key,
    activation: activation.id,
    grant: grants.items[0]?.id ?? '',
    event: events.items[0]?.id ?? '',
    customerMeter: meters.items[0]?.id ?? '',
  }
}

async function newOnes(polar: Polar, slug: string, product: string) {
  const { id: oldBenefit } = await polar.benefits.create({
    type: 'custom',
    description: 'Old',
    properties: {},
  })
  const { id: oldLink } = await polar.checkoutLinks.create({
    paymentProcessor: 'stripe',
    products: [product],
  })
  const { id: oldField } = await polar.customFields.create({
    type: 'text',
    slug: 'size',
    name: 'Size',
    properties: {},
  })
  const { id: oldDiscount } = await polar.discounts.create({
    name: 'Old',
    type: 'percentage',
    basisPoints: 500,
    duration: 'once',
  })
  const { id: oldCustomer } = await polar.customers.create({ email: `old@${slug}.test` })
  const oldExternalId = `older-${slug}`
  await polar.customers.create({ email: `older@${slug}.test`, externalId: oldExternalId })
  const { id: openCheckout, clientSecret: openClientSecret } = await polar.checkouts.create({
    products: [product],
  })
  return {
    oldBenefit,
    oldLink,
    oldField,
    oldDiscount,
    oldCustomer,
    oldExternalId,
    openCheckout,
    openClientSecret,
  }
}

async function newEndpoint(site: Site, token: string, url: string): Promise<string> {
  const endpoint = { url, format: 'raw', events: ['order.created'] }
  const { status, body } = await asToken(site, token).post('/webhooks/endpoints', endpoint)
  expect({ status, body }).toMatchObject({ status: 201 })
  return textAt(body, 'id')
}
