import type { Call } from './lines.ts'

/** Objects that the calls name. */
export type Fixture = Readonly<
  Record<
    | 'organization'
    | 'slug'
    | 'product'
    | 'benefit'
    | 'meter'
    | 'customerMeter'
    | 'customer'
    | 'externalId'
    | 'subscription'
    | 'order'
    | 'payment'
    | 'licenseKey'
    | 'key'
    | 'activation'
    | 'grant'
    | 'event'
    | 'endpoint'
    | 'hooksUrl'
    | 'checkout'
    | 'clientSecret'
    // Those below are deleted or ended, and new for each line.
    | 'oldBenefit'
    | 'oldLink'
    | 'oldField'
    | 'oldCustomer'
    | 'oldExternalId'
    | 'oldDiscount'
    | 'oldEndpoint'
    | 'oldSubscription'
    | 'cancelled'
    | 'openClientSecret'
    | 'openCheckout'
    | 'refundable',
    string
  >
>

const id = (value: string) => ({ id: value })

/** Every operation of 0.32.16 but those of OAuth, and those of webhook endpoints. */
interface Run {
  /** Tells names from those of other runs. */
  readonly run: string
  readonly day: (text: string) => unknown
}

export const callsFor = (at: Fixture, { run, day }: Run): readonly Call[] => [
  ...catalogCalls(at, run),
  ...customerCalls(at, run),
  ...salesCalls(at),
  ...otherCalls(at, { run, day }),
  ...portalCalls(at),
  // The last one, since a list with such a product fails too.
  freeProduct,
]

const freeProduct: Call = {
  method: 'products.create',
  about: 'with a free price',
  input: { name: 'Reader', recurringInterval: 'month', prices: [{ amountType: 'free' }] },
}

const catalogCalls = (at: Fixture, run: string): readonly Call[] => [
  { method: 'products.list', input: {} },
  {
    method: 'products.create',
    input: {
      name: 'Plan',
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount: 900, priceCurrency: 'usd' }],
    },
  },
  { method: 'products.get', ids: id(at.product) },
  {
    method: 'products.update',
    ids: id(at.product),
    input: { description: 'All of it' },
    bodyName: 'productUpdate',
  },
  {
    method: 'products.updateBenefits',
    ids: id(at.product),
    input: { benefits: [at.benefit] },
    bodyName: 'productBenefitsUpdate',
  },
  { method: 'benefits.list', input: {} },
  {
    method: 'benefits.create',
    input: { type: 'custom', description: 'A note', properties: { note: 'Hello' } },
  },
  { method: 'benefits.get', ids: id(at.benefit) },
  {
    method: 'benefits.update',
    ids: id(at.benefit),
    input: { type: 'license_keys', description: 'The editor' },
    bodyName: 'requestBody',
  },
  { method: 'benefits.grants', ids: id(at.benefit) },
  { method: 'benefits.delete', ids: id(at.oldBenefit) },
  { method: 'customFields.list', input: {} },
  {
    method: 'customFields.create',
    input: { type: 'text', slug: `shirt-${run}`, name: 'Shirt', properties: {} },
  },
  { method: 'customFields.get', ids: id(at.oldField) },
  {
    method: 'customFields.update',
    ids: id(at.oldField),
    input: { type: 'text', name: 'Size' },
    bodyName: 'customFieldUpdate',
  },
  { method: 'customFields.delete', ids: id(at.oldField) },
  { method: 'discounts.list', input: {} },
  {
    method: 'discounts.create',
    input: { name: 'Ten', type: 'percentage', basisPoints: 1000, duration: 'once' },
  },
  { method: 'discounts.get', ids: id(at.oldDiscount) },
  {
    method: 'discounts.update',
    ids: id(at.oldDiscount),
    input: { name: 'Ten percent' },
    bodyName: 'discountUpdate',
  },
  { method: 'discounts.delete', ids: id(at.oldDiscount) },
  { method: 'meters.list', input: {} },
  {
    method: 'meters.create',
    input: {
      name: 'Calls',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'count' },
    },
  },
  { method: 'meters.get', ids: id(at.meter) },
  {
    method: 'meters.update',
    ids: id(at.meter),
    input: { name: 'API calls' },
    bodyName: 'meterUpdate',
  },
  {
    method: 'meters.quantities',
    ids: id(at.meter),
    input: {
      startTimestamp: new Date(Date.UTC(2026, 0, 1)),
      endTimestamp: new Date(Date.UTC(2026, 1, 1)),
      interval: 'day',
    },
  },
]

const customerCalls = (at: Fixture, run: string): readonly Call[] => [
  { method: 'customers.list', input: {} },
  {
    method: 'customers.create',
    input: { email: `new-${run}@buyer.test`, externalId: `new-${run}` },
  },
  { method: 'customers.get', ids: id(at.customer) },
  {
    method: 'customers.update',
    ids: id(at.customer),
    input: { name: 'Ada Buyer' },
    bodyName: 'customerUpdate',
  },
  { method: 'customers.getExternal', ids: { externalId: at.externalId } },
  {
    method: 'customers.updateExternal',
    ids: { externalId: at.externalId },
    input: { name: 'Ada B.' },
    bodyName: 'customerUpdateExternalID',
  },
  { method: 'customers.getState', ids: id(at.customer) },
  { method: 'customers.getStateExternal', ids: { externalId: at.externalId } },
  { method: 'customers.delete', ids: id(at.oldCustomer) },
  { method: 'customers.deleteExternal', ids: { externalId: at.oldExternalId } },
  { method: 'customerSessions.create', input: { customerId: at.customer } },
  { method: 'customerMeters.list', input: {} },
  { method: 'customerMeters.get', ids: id(at.customerMeter) },
  { method: 'licenseKeys.list', input: {} },
  { method: 'licenseKeys.get', ids: id(at.licenseKey) },
  {
    method: 'licenseKeys.update',
    ids: id(at.licenseKey),
    input: { usage: 1 },
    bodyName: 'licenseKeyUpdate',
  },
  {
    method: 'licenseKeys.getActivation',
    ids: { id: at.licenseKey, activationId: at.activation },
  },
]

const salesCalls = (at: Fixture): readonly Call[] => [
  { method: 'checkoutLinks.list', input: {} },
  {
    method: 'checkoutLinks.create',
    input: { paymentProcessor: 'stripe', products: [at.product] },
  },
  { method: 'checkoutLinks.get', ids: id(at.oldLink) },
  {
    method: 'checkoutLinks.update',
    ids: id(at.oldLink),
    input: { label: 'Spring' },
    bodyName: 'checkoutLinkUpdate',
  },
  { method: 'checkoutLinks.delete', ids: id(at.oldLink) },
  { method: 'checkouts.list', input: {} },
  { method: 'checkouts.create', input: { products: [at.product] } },
  { method: 'checkouts.get', ids: id(at.checkout) },
  {
    method: 'checkouts.update',
    ids: id(at.openCheckout),
    input: { customerName: 'Ada' },
    bodyName: 'checkoutUpdate',
  },
  { method: 'checkouts.clientGet', ids: { clientSecret: at.clientSecret }, by: 'anyone' },
  {
    method: 'checkouts.clientUpdate',
    ids: { clientSecret: at.openClientSecret },
    input: { customerName: 'Bea' },
    bodyName: 'checkoutUpdatePublic',
    by: 'anyone',
  },
  {
    method: 'checkouts.clientConfirm',
    ids: { clientSecret: at.openClientSecret },
    input: {
      customerEmail: 'bea@buyer.test',
      customerName: 'Bea Buyer',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'tok_sandbox_ok',
    },
    bodyName: 'checkoutConfirmStripe',
    by: 'anyone',
  },
  { method: 'orders.list', input: {} },
  { method: 'orders.get', ids: id(at.order) },
  { method: 'orders.invoice', ids: id(at.order) },
  { method: 'payments.list', input: {} },
  { method: 'payments.get', ids: id(at.payment) },
  { method: 'refunds.list', input: {} },
  {
    method: 'refunds.create',
    input: { orderId: at.refundable, reason: 'customer_request', amount: 100 },
  },
  { method: 'subscriptions.list', input: {} },
  { method: 'subscriptions.get', ids: id(at.subscription) },
  {
    method: 'subscriptions.update',
    ids: id(at.cancelled),
    input: { cancelAtPeriodEnd: true },
    bodyName: 'subscriptionUpdate',
  },
  { method: 'subscriptions.export', input: {} },
  { method: 'subscriptions.revoke', ids: id(at.oldSubscription) },
]

const otherCalls = (at: Fixture, { run, day }: Run): readonly Call[] => [
  { method: 'events.list', input: {} },
  {
    method: 'events.ingest',
    input: {
      events: [{ name: `call-${run}`, customerId: at.customer, metadata: { route: '/a' } }],
    },
  },
  { method: 'events.listNames', input: {} },
  { method: 'events.get', ids: id(at.event) },
  { method: 'files.list', input: {} },
  {
    method: 'metrics.get',
    input: { startDate: day('2026-01-01'), endDate: day('2026-01-31'), interval: 'day' },
  },
  { method: 'metrics.limits' },
  { method: 'organizations.list', input: {} },
  { method: 'organizations.get', ids: id(at.organization) },
  {
    method: 'organizations.update',
    ids: id(at.organization),
    input: { website: 'https://acme.example' },
    bodyName: 'organizationUpdate',
  },
  { method: 'webhooks.listWebhookEndpoints', input: {} },
  {
    method: 'webhooks.createWebhookEndpoint',
    input: { url: at.hooksUrl, format: 'raw', events: ['order.paid'] },
  },
  { method: 'webhooks.getWebhookEndpoint', ids: id(at.endpoint) },
  {
    method: 'webhooks.updateWebhookEndpoint',
    ids: id(at.endpoint),
    input: { events: ['order.paid', 'order.refunded'] },
    bodyName: 'webhookEndpointUpdate',
  },
  { method: 'webhooks.resetWebhookEndpointSecret', ids: id(at.endpoint) },
  { method: 'webhooks.listWebhookDeliveries', input: {} },
  { method: 'webhooks.deleteWebhookEndpoint', ids: id(at.oldEndpoint) },
]

const portalCalls = (at: Fixture): readonly Call[] =>
  [
    { method: 'customerPortal.customers.get' },
    { method: 'customerPortal.customers.update', input: { billingAddress: { country: 'DE' } } },
    { method: 'customerPortal.customers.getPaymentMethods', input: {} },
    { method: 'customerPortal.benefitGrants.list', input: {} },
    { method: 'customerPortal.benefitGrants.get', ids: id(at.grant) },
    { method: 'customerPortal.downloadables.list', input: {} },
    { method: 'customerPortal.licenseKeys.list', input: {} },
    { method: 'customerPortal.licenseKeys.get', ids: id(at.licenseKey) },
    {
      method: 'customerPortal.licenseKeys.validate',
      input: { key: at.key, organizationId: at.organization },
      by: 'anyone' as const,
    },
    { method: 'customerPortal.customerMeters.list', input: {} },
    { method: 'customerPortal.customerMeters.get', ids: id(at.customerMeter) },
    { method: 'customerPortal.orders.list', input: {} },
    { method: 'customerPortal.orders.get', ids: id(at.order) },
    { method: 'customerPortal.orders.invoice', ids: id(at.order) },
    {
      method: 'customerPortal.organizations.get',
      ids: { slug: at.slug },
      by: 'anyone' as const,
    },
    { method: 'customerPortal.subscriptions.list', input: {} },
    { method: 'customerPortal.subscriptions.get', ids: id(at.subscription) },
    { method: 'customerPortal.subscriptions.cancel', ids: id(at.subscription) },
  ].map((call) => ({ by: 'customer', ...call }) satisfies Call)
