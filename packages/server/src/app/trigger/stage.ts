import { createBenefit as benefitContract } from '@guildhall/contract/benefits/benefits'
import { createProduct as productContract } from '@guildhall/contract/catalog/products'
import { createCustomer as customerContract } from '@guildhall/contract/customers/customers'
import type { Id } from '@guildhall/contract/primitives'
import type { WebhookEventType } from '@guildhall/contract/webhooks/events'
import * as z from 'zod/mini'
import { createBenefit } from '../../domains/benefits/index.ts'
import { createProduct } from '../../domains/catalog/index.ts'
import type { CheckoutParts } from '../../domains/checkout/index.ts'
import { type CustomerRow, createCustomer } from '../../domains/customers/index.ts'
import {
  type OrganizationParts,
  type Seller,
  sellerWork,
} from '../../domains/organizations/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/work.ts'

export type TriggerParts = OrganizationParts & CheckoutParts

/** Where a trigger makes things, in the name of whoever asked for it. */
export interface Stage {
  readonly parts: TriggerParts
  readonly seller: Seller
  readonly organizationId: Id<'organization'>
  readonly event: WebhookEventType
}

export const inWork = <T>(
  { parts, seller, organizationId }: Stage,
  task: (unit: Work) => Promise<T>,
): Promise<T> => sellerWork(parts, seller, organizationId, task)

/** By which a seller tells these things from what they made themselves. */
const markOf = ({ event }: Stage) => ({ triggered_for: event })

/** Nobody’s address, and another one each time. */
export const newAddress = ({ parts }: Stage): string =>
  `${newId('customer', parts.clock)}@example.com`

export const address = {
  line1: 'Hafenweg 12',
  line2: null,
  postalCode: '23552',
  city: 'Lübeck',
  state: null,
  country: 'DE',
} as const

export function makeCustomer(stage: Stage): Promise<CustomerRow> {
  const { organizationId } = stage
  const wish = z.parse(customerContract.body, {
    email: newAddress(stage),
    name: 'Ada Example',
    billingAddress: address,
    metadata: markOf(stage),
  })
  return inWork(stage, (unit) => createCustomer(unit, { ...wish, organizationId }))
}

/** Before tax. */
export const priceAmount = 1200

const offers = {
  once: { name: 'Field guide (triggered)', recurringInterval: null },
  monthly: { name: 'Monthly letter (triggered)', recurringInterval: 'month' },
} as const

export type Offer = keyof typeof offers

export async function makeProduct(stage: Stage, offer: Offer): Promise<Id<'product'>> {
  const { parts, organizationId } = stage
  const wish = z.parse(productContract.body, {
    ...offers[offer],
    prices: [{ amountType: 'fixed', priceAmount }],
    metadata: markOf(stage),
  })
  const made = await inWork(stage, (unit) =>
    createProduct(unit, parts, { ...wish, organizationId }),
  )
  return made.id
}

export async function makeBenefit(stage: Stage): Promise<Id<'benefit'>> {
  const { parts, organizationId } = stage
  const wish = z.parse(benefitContract.body, {
    type: 'custom',
    description: 'A thank-you card (triggered)',
    properties: { note: 'Thank you!' },
    metadata: markOf(stage),
  })
  const toBe = { organizationId, wish, elsewhere: null }
  return (await inWork(stage, (unit) => createBenefit(unit, parts, toBe))).id
}
