import { expect } from 'vitest'
import * as z from 'zod/mini'
import { newBenefit } from './benefits.ts'
import { newCustomer } from './customers.ts'
import { newOrder, orderScopes } from './orders.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import { newProduct } from './products.ts'
import type { BillingCalls } from './sellers.ts'
import type { TestServer } from './server.ts'

export const licenseScopes = [
  ...new Set([...orderScopes, 'benefits:write' as const, 'license_keys:write' as const]),
]

export const licenseKeyShape = z.looseObject({
  id: z.string(),
  key: z.string(),
  display_key: z.string(),
  status: z.string(),
  expires_at: z.nullable(z.string()),
  limit_activations: z.nullable(z.number()),
  limit_usage: z.nullable(z.number()),
  usage: z.number(),
})

const page = z.object({ items: z.array(licenseKeyShape) })

interface LicenseTerms {
  readonly prefix?: string
  readonly expires?: { readonly ttl: number; readonly timeframe: string } | null
  readonly activations?: { readonly limit: number; readonly enable_customer_admin: boolean } | null
  readonly limit_usage?: number | null
  readonly offline?: { readonly days: number; readonly grace_days?: number } | null
}

/** A product whose only benefit is a license key. */
export async function newLicense(calls: BillingCalls, terms: LicenseTerms = {}) {
  const benefit = await newBenefit(calls, { type: 'license_keys', properties: terms })
  const product = await newProduct(calls, {})
  await calls.post(`/products/${product.id}/benefits`, { benefits: [benefit.id] })
  return { benefitId: benefit.id, productId: product.id, priceId: product.prices[0]?.id ?? '' }
}

export async function listKeys(calls: BillingCalls, query: string) {
  const { status, body } = await calls.get(`/license-keys/?limit=100&${query}`)
  expect(status).toBe(200)
  return page.parse(body).items
}

export async function keyOf(calls: BillingCalls, customerId: string) {
  const [key] = await listKeys(calls, `customer_id=${customerId}`)
  if (key === undefined) throw new Error('the customer has no license key')
  return key
}

/** A new customer buys it. */
export async function buyLicense(
  server: TestServer,
  seller: { readonly calls: BillingCalls; readonly acme: OwnedOrganization },
  { benefitId, productId, priceId }: Awaited<ReturnType<typeof newLicense>>,
) {
  const { id: customerId } = await newCustomer(seller.calls)
  const orderId = await newOrder(server, seller.acme, { productId, priceId, customerId })
  return { benefitId, customerId, orderId, ...(await keyOf(seller.calls, customerId)) }
}

export const wholeRefundOf = (order_id: string) => ({
  order_id,
  reason: 'customer_request',
  amount: 400,
  revoke_benefits: true,
})
