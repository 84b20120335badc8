import { systemClock } from '../../src/platform/clock.ts'
import { bareBenefit } from '../benefits.ts'
import { newFieldSlug } from '../custom-fields.ts'
import { newAddress } from '../customers.ts'
import { tenPercent } from '../discounts.ts'
import { fileOf } from '../files.ts'
import { bareMeter } from '../meters.ts'
import { newSlug } from '../owned-organization.ts'
import { bareProduct, fixedPrice, meteredPrice } from '../products.ts'
import { bareEndpoint } from '../webhooks.ts'
import { entitlementCases } from './entitlement-cases.ts'
import { figureCases } from './figure-cases.ts'
import { listCases } from './list-cases.ts'
import { at, type TenancyCase } from './tenancy-case.ts'
import { creditsOf, filesOf } from './tenant-objects.ts'
import { usageCases } from './usage-cases.ts'

const external: Pick<TenancyCase, 'params'> = { params: ({ externalId }) => ({ externalId }) }

const lookedUp = { return_to: '/dashboard/acme' }

const aCentOf = (order: string) => ({ order_id: order, reason: 'other', amount: 1 })

/** After any earlier advance of the clock. */
const soon = () => new Date(systemClock.now().getTime() + 60_000).toISOString()

/** The refusal of an OAuth callback that no redirect preceded. */
const withoutRedirect = '422 RequestValidationError query.state'

/** Codes are known to nobody but who started a login. */
const unknownLogin = '404 ResourceNotFound'

/** With the next period, so that another change stays possible. */
const later = (product_id: string) => ({ product_id, proration_behavior: 'next_period' })

const changeReferences: TenancyCase['references'] = {
  product_id: (_, { plan }) => ({ body: later(plan) }),
  discount_id: ({ plan }, { planDiscount }) => ({
    body: { ...later(plan), discount_id: planDiscount },
  }),
}

/** One for each operation for sellers, by its name. */
export const tenancyCases: Readonly<Record<string, TenancyCase>> = {
  listSellerOrganizations: {},
  createSellerOrganization: { body: () => ({ name: 'Another', slug: newSlug() }) },
  getSellerOrganization: at('organization'),
  updateSellerOrganization: { ...at('organization'), body: () => ({ name: 'Renamed' }) },

  getBillingSettings: at('organization'),
  updateBillingSettings: { ...at('organization'), body: () => ({ dunning: { grace_days: 0 } }) },
  listAuditEntries: {},
  exportAuditEntries: {},
  getAuditLogSettings: at('organization'),
  updateAuditLogSettings: { ...at('organization'), body: () => ({ kept_months: 12 }) },
  getPortalSettings: at('organization'),
  updatePortalSettings: {
    ...at('organization'),
    body: ({ plan }) => ({ plans: [plan] }),
    references: { 'plans.*': (_, { plan }) => ({ body: { plans: [plan] } }) },
  },
  getOverview: at('organization'),
  searchObjects: {
    query: { q: 'a' },
    nothing: { customers: [], orders: [], license_keys: [] },
  },
  ...listCases,
  getClock: {},
  advanceClock: { body: () => ({ to: soon() }) },

  getSellerDetails: at('organization'),
  setSellerDetails: { ...at('organization'), body: () => ({ name: 'Renamed GmbH' }) },

  listOrganizationAccessTokens: {},
  createOrganizationAccessToken: {
    body: () => ({ comment: 'Backend', scopes: ['products:read'] }),
  },
  updateOrganizationAccessToken: { ...at('accessToken'), body: () => ({ comment: 'Changed' }) },
  deleteOrganizationAccessToken: at('accessToken'),
  findCommandLineLogin: { body: () => ({ user_code: 'BCDF-GHJK' }), outcome: unknownLogin },
  approveCommandLineLogin: {
    body: () => ({ user_code: 'BCDF-GHJK', scopes: ['products:read'] }),
    outcome: unknownLogin,
  },
  denyCommandLineLogin: { body: () => ({ user_code: 'BCDF-GHJK' }), outcome: unknownLogin },

  listCustomers: {},
  exportCustomers: {},
  createCustomer: { body: () => ({ email: newAddress() }) },
  getCustomer: at('customer'),
  updateCustomer: { ...at('customer'), body: () => ({ name: 'Changed' }) },
  endCustomerSessions: at('customer'),
  deleteCustomer: at('customer'),
  getExternalCustomer: external,
  updateExternalCustomer: { ...external, body: () => ({ name: 'Changed' }) },
  upsertCustomer: { ...external, body: () => ({ email: newAddress() }) },
  deleteExternalCustomer: external,
  getCustomerBalance: at('customer'),
  listCustomerBalanceEntries: at('customer'),
  adjustCustomerBalance: {
    ...at('customer'),
    // Credit would keep the customer from being deleted.
    body: () => ({ amount: -100, reason: 'A mistake' }),
    outcome: '422 RequestValidationError body.amount',
  },
  payOutCustomerBalance: {
    ...at('customer'),
    body: () => ({ amount: 100 }),
    outcome: '422 RequestValidationError body.amount',
  },
  listCustomerTimeline: at('customer'),
  listCustomerPaymentMethods: at('customer'),
  listCustomerSpend: {
    query: { customer_id: '00000000-0000-7000-8000-000000000000' },
    nothing: { items: [] },
  },
  listCustomerStatuses: {
    query: { customer_id: '00000000-0000-7000-8000-000000000000' },
    nothing: { items: [] },
  },
  getCustomerState: at('customer'),
  getExternalCustomerState: external,
  createCustomerSession: {
    body: ({ customer }) => ({ customer_id: customer }),
    references: {
      customer_id: (_, { customer }) => ({ body: { customer_id: customer } }),
      customer_external_id: (_, { externalId }) => ({ body: { customer_external_id: externalId } }),
      external_customer_id: (_, { externalId }) => ({ body: { external_customer_id: externalId } }),
    },
  },

  listMeters: {},
  createMeter: { body: () => bareMeter },
  getMeter: at('meter'),
  updateMeter: { ...at('meter'), body: () => ({ name: 'Changed' }) },

  listCustomFields: {},
  createCustomField: {
    body: () => ({ type: 'text', slug: newFieldSlug(), name: 'Field', properties: {} }),
  },
  getCustomField: at('customField'),
  updateCustomField: { ...at('customField'), body: () => ({ type: 'text', name: 'Changed' }) },
  deleteCustomField: at('customField'),

  listDiscounts: {},
  exportDiscounts: {},
  createDiscount: {
    body: () => tenPercent,
    references: {
      'products.*': (_, { product }) => ({ body: { ...tenPercent, products: [product] } }),
    },
  },
  getDiscount: at('discount'),
  updateDiscount: {
    ...at('discount'),
    body: () => ({ name: 'Changed' }),
    references: { 'products.*': (_, { product }) => ({ body: { products: [product] } }) },
  },
  deleteDiscount: at('discount'),

  listFiles: {},
  createFile: { body: () => fileOf(Buffer.from('Anything')) },
  completeUpload: { ...at('file'), body: ({ reported }) => reported },
  updateFile: { ...at('file'), body: () => ({ name: 'changed.txt' }) },
  deleteFile: at('file'),

  listBenefits: {},
  createBenefit: {
    body: () => bareBenefit,
    references: {
      'properties.files.*': (_, { file }) => ({ body: { ...bareBenefit, ...filesOf(file) } }),
      'properties.meter_id': (_, { meter }) => ({ body: { ...bareBenefit, ...creditsOf(meter) } }),
      'properties.guild_token': (_, { guildToken }) => ({
        body: {
          ...bareBenefit,
          type: 'discord',
          properties: { guild_token: guildToken, role_id: '71' },
        },
      }),
    },
  },
  getBenefit: at('benefit'),
  updateBenefit: {
    ...at('benefit'),
    body: () => ({ type: 'custom', description: 'Changed' }),
    references: {
      'properties.files.*': ({ fileBenefit }, { file }) => ({
        params: { id: fileBenefit },
        body: filesOf(file),
      }),
      'properties.meter_id': ({ creditBenefit }, { meter }) => ({
        params: { id: creditBenefit },
        body: creditsOf(meter),
      }),
    },
  },
  deleteBenefit: at('benefit'),

  connectDiscord: { body: () => lookedUp },
  discordCallback: { outcome: withoutRedirect },
  getDiscordGuild: {
    body: ({ guildToken }) => ({ guild_token: guildToken }),
    references: { guild_token: (_, { guildToken }) => ({ body: { guild_token: guildToken } }) },
  },
  connectGitHub: { body: () => lookedUp },
  gitHubCallback: { outcome: withoutRedirect },
  listGitHubRepositories: {},

  listProducts: {},
  previewUsagePrice: { body: () => ({ price: { unit_amount: 1 }, units: [1] }) },
  createProduct: {
    body: () => bareProduct,
    references: {
      'medias.*': (_, { picture }) => ({ body: { ...bareProduct, medias: [picture] } }),
      'attached_custom_fields.*.custom_field_id': (_, { customField }) => ({
        body: {
          ...bareProduct,
          attached_custom_fields: [{ custom_field_id: customField, required: true }],
        },
      }),
      'prices.*.meter_id': (_, { meter }) => ({
        body: { ...bareProduct, recurring_interval: 'month', prices: [meteredPrice(meter)] },
      }),
    },
  },
  getProduct: at('product'),
  updateProduct: {
    ...at('product'),
    body: () => ({ name: 'Changed' }),
    references: {
      'medias.*': (_, { picture }) => ({ body: { medias: [picture] } }),
      'attached_custom_fields.*.custom_field_id': (_, { customField }) => ({
        body: { attached_custom_fields: [{ custom_field_id: customField, required: true }] },
      }),
      'prices.*.id': (_, { price }) => ({ body: { prices: [{ id: price }] } }),
      'prices.*.product_id': ({ price }, { product }) => ({
        body: { prices: [{ ...fixedPrice(), id: price, product_id: product }] },
      }),
      'prices.*.meter_id': ({ unsoldProduct, unsoldPrice }, { meter }) => ({
        params: { id: unsoldProduct },
        body: { prices: [{ id: unsoldPrice }, meteredPrice(meter)] },
      }),
    },
  },
  updateProductBenefits: {
    ...at('product'),
    body: ({ benefit }) => ({ benefits: [benefit] }),
    references: { 'benefits.*': (_, { benefit }) => ({ body: { benefits: [benefit] } }) },
  },

  listPayments: {},
  getPayment: at('payment'),

  listOrders: {},
  getOrderTotals: { nothing: { items: [] } },
  exportOrders: {},
  getOrder: at('order'),
  getOrderInvoice: at('order'),
  generateOrderInvoice: at('unreadOrder'),
  listOrderInvoices: at('order'),
  getOrderDocument: { params: ({ order, invoice }) => ({ id: order, invoiceId: invoice }) },
  explainOrderItem: { params: ({ order, orderItem }) => ({ id: order, itemId: orderItem }) },
  updateOrder: { ...at('order'), body: () => ({ billing_name: 'Changed' }) },
  voidOrder: { ...at('order'), body: () => ({}), outcome: '409 OrderPaid' },
  writeOffOrder: { ...at('order'), body: () => ({}), outcome: '409 OrderPaid' },

  listSubscriptions: {},
  exportSubscriptions: {},
  createSubscription: {
    body: ({ freeProduct, customer }) => ({ product_id: freeProduct, customer_id: customer }),
    references: {
      product_id: ({ customer }, { freeProduct }) => ({
        body: { product_id: freeProduct, customer_id: customer },
      }),
      customer_id: ({ freeProduct }, { customer }) => ({
        body: { product_id: freeProduct, customer_id: customer },
      }),
      external_customer_id: ({ freeProduct }, { externalId }) => ({
        body: { product_id: freeProduct, external_customer_id: externalId },
      }),
    },
  },
  getSubscription: at('subscription'),
  updateSubscription: {
    ...at('subscription'),
    body: () => ({ pending_update: null }),
    references: changeReferences,
  },
  previewSubscriptionChange: {
    ...at('subscription'),
    body: () => ({ pending_update: null }),
    references: changeReferences,
  },
  getNextInvoice: at('subscription'),
  revokeSubscription: at('subscription'),
  resumeRenewals: { ...at('subscription'), outcome: '409 SubscriptionNotPaused' },

  ...entitlementCases,
  ...figureCases,
  ...usageCases,

  listDisputes: {},
  exportDisputes: {},
  getDispute: at('dispute'),

  listRefunds: {},
  getRefundable: at('order'),
  createRefund: {
    body: ({ order }) => aCentOf(order),
    references: { order_id: (_, { order }) => ({ body: aCentOf(order) }) },
  },

  getBalance: {},
  listBalanceEntries: {},

  listTaxRegistrations: {},
  createTaxRegistration: { body: () => ({ country: 'FR' }) },
  updateTaxRegistration: { ...at('taxRegistration'), body: () => ({ tax_number: 'Changed' }) },
  deleteTaxRegistration: at('taxRegistration'),

  listCheckouts: {},
  createCheckout: {
    body: ({ product }) => ({ products: [product] }),
    references: {
      'products.*': (_, { product }) => ({ body: { products: [product] } }),
      product_id: (_, { product }) => ({ body: { product_id: product } }),
      product_price_id: (_, { price }) => ({ body: { product_price_id: price } }),
      discount_id: ({ product }, { discount }) => ({
        body: { products: [product], discount_id: discount },
      }),
      subscription_id: ({ product }, { subscription }) => ({
        body: { products: [product], subscription_id: subscription },
      }),
      customer_id: ({ product }, { customer }) => ({
        body: { products: [product], customer_id: customer },
      }),
    },
  },
  getCheckout: at('checkout'),
  updateCheckout: {
    ...at('checkout'),
    body: () => ({ customer_name: 'Changed' }),
    references: {
      product_id: (_, { product }) => ({ body: { product_id: product } }),
      product_price_id: (_, { price }) => ({ body: { product_price_id: price } }),
      discount_id: (_, { discount }) => ({ body: { discount_id: discount } }),
    },
  },

  listCheckoutLinks: {},
  createCheckoutLink: {
    body: ({ product }) => ({ products: [product] }),
    references: {
      'products.*': (_, { product }) => ({ body: { products: [product] } }),
      product_id: (_, { product }) => ({ body: { product_id: product } }),
      product_price_id: (_, { price }) => ({ body: { product_price_id: price } }),
      discount_id: ({ product }, { discount }) => ({
        body: { products: [product], discount_id: discount },
      }),
    },
  },
  getCheckoutLink: at('checkoutLink'),
  updateCheckoutLink: {
    ...at('checkoutLink'),
    body: () => ({ label: 'Changed' }),
    references: {
      'products.*': (_, { product }) => ({ body: { products: [product] } }),
      discount_id: (_, { discount }) => ({ body: { discount_id: discount } }),
    },
  },
  deleteCheckoutLink: at('checkoutLink'),

  listWebhookEndpoints: {},
  createWebhookEndpoint: { body: () => bareEndpoint },
  getWebhookEndpoint: at('webhookEndpoint'),
  updateWebhookEndpoint: { ...at('webhookEndpoint'), body: () => ({ name: 'Changed' }) },
  deleteWebhookEndpoint: at('webhookEndpoint'),
  revealWebhookSecret: at('webhookEndpoint'),
  resetWebhookSecret: at('webhookEndpoint'),
  rotateWebhookSecret: { ...at('webhookEndpoint'), body: () => ({}) },
  replayWebhookEndpoint: { ...at('webhookEndpoint'), body: () => ({ from_sequence: 1 }) },
  listWebhookMessages: {},
  getWebhookMessage: at('webhookMessage'),
  listWebhookDeliveries: {},
  redeliverWebhookEvent: at('webhookMessage'),
  pullWebhookEvents: {},
  triggerWebhookEvent: { body: () => ({ event: 'product.created' }) },
}
