import * as z from 'zod/mini'
import { Benefit, benefitId } from '../benefits/shapes.ts'
import { productId } from '../catalog/prices.ts'
import { Customer, customerId } from '../customers/shapes.ts'
import { orderId } from '../orders/order-shapes.ts'
import { id, instant } from '../primitives.ts'
import { subscriptionId } from '../subscriptions/subscription-shapes.ts'

/**
 * `waiting` for the customer to connect an account, `pending` while the provider is asked, `failed`
 * when the provider has refused.
 */
export const grantStatuses = ['waiting', 'pending', 'granted', 'failed', 'revoked'] as const

export const benefitGrantId = id('benefitGrant')

/** What the type of benefit gave to this customer: files, a license key, an account. */
export const grantProperties = z.record(z.string(), z.unknown())

const GrantError = z.object({ message: z.string(), type: z.string(), timestamp: instant })

/** One benefit that a customer holds, or held, because of a subscription or an order. */
export const BareBenefitGrant = z.object({
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  id: benefitGrantId,
  grantedAt: z.nullable(instant),
  isGranted: z.boolean(),
  revokedAt: z.nullable(instant),
  isRevoked: z.boolean(),
  subscriptionId: z.nullable(subscriptionId),
  orderId: z.nullable(orderId),
  customerId,
  benefitId,
  error: z.nullable(GrantError),
  properties: grantProperties,
  status: z.enum(grantStatuses),
})

export const BenefitGrant = z.extend(BareBenefitGrant, { customer: Customer, benefit: Benefit })
export type BenefitGrant = z.output<typeof BenefitGrant>

/** In lists across benefits: what was bought. */
export const ListedBenefitGrant = z.extend(BenefitGrant, {
  product: z.object({ id: productId, name: z.string() }),
})
export type ListedBenefitGrant = z.output<typeof ListedBenefitGrant>

/** The payload of events and webhooks. */
export const BenefitGrantWithBenefit = z.extend(BenefitGrant, {
  previousProperties: z.nullable(grantProperties),
})
export type BenefitGrantWithBenefit = z.output<typeof BenefitGrantWithBenefit>
