import { createBenefit as benefitContract } from '@guildhall/contract/benefits/benefits'
import { createProduct as productContract } from '@guildhall/contract/catalog/products'
import { createCustomer as customerContract } from '@guildhall/contract/customers/customers'
import { createMeter as meterContract } from '@guildhall/contract/metering/meters'
import type { Id } from '@guildhall/contract/primitives'
import type { WebhookEventType } from '@guildhall/contract/webhooks/webhook-events'
import * as z from 'zod/mini'
import { createBenefit } from '../../domains/benefits/actions/create-benefit.ts'
import type { BenefitDeps } from '../../domains/benefits/actions/deps.ts'
import { createProduct } from '../../domains/catalog/actions/create-product.ts'
import type { CheckoutDeps } from '../../domains/checkout/actions/deps.ts'
import { createCustomer } from '../../domains/customers/actions/create-customer.ts'
import type { CustomerChangeDeps } from '../../domains/customers/actions/deps.ts'
import type { CustomerRow } from '../../domains/customers/store/customers.ts'
import { createMeter } from '../../domains/metering/actions/create-meter.ts'
import type { MeterDeps } from '../../domains/metering/actions/deps.ts'
import type { DisputeDeps } from '../../domains/orders/actions/deps.ts'
import type { OrganizationDeps } from '../../domains/organizations/actions/deps.ts'
import { type SellerCaller, sellerUnitOfWork } from '../../domains/organizations/actions/seller.ts'
import { newId } from '../../platform/ids.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'

export type TriggerDeps = OrganizationDeps &
  CheckoutDeps &
  CustomerChangeDeps &
  DisputeDeps &
  Pick<BenefitDeps, 'providers'> &
  Pick<MeterDeps, 'onMeterDefined'>

/** What a trigger needs to act on behalf of the caller. */
export interface TriggerContext {
  readonly deps: TriggerDeps
  readonly seller: SellerCaller
  readonly organizationId: Id<'organization'>
  readonly event: WebhookEventType
}

export const runAsSeller = <T>(
  { deps, seller, organizationId }: TriggerContext,
  task: (uow: UnitOfWork) => Promise<T>,
): Promise<T> => sellerUnitOfWork(deps, seller, organizationId, task)

/** Marks the objects that a trigger created, so that sellers recognize them. */
const triggerMetadata = ({ event }: TriggerContext) => ({ triggered_for: event })

/** A new address that belongs to no one. */
export const newAddress = ({ deps }: TriggerContext): string =>
  `${newId('customer', deps.clock)}@example.com`

export const address = {
  line1: 'Hafenweg 12',
  line2: null,
  postalCode: '23552',
  city: 'Lübeck',
  state: null,
  country: 'DE',
} as const

export function createSampleCustomer(context: TriggerContext): Promise<CustomerRow> {
  const { organizationId } = context
  const options = z.parse(customerContract.body, {
    email: newAddress(context),
    name: 'Ada Example',
    billingAddress: address,
    metadata: triggerMetadata(context),
  })
  return runAsSeller(context, (uow) => createCustomer(uow, { ...options, organizationId }))
}

/** Before tax. */
export const priceAmount = 1200

const offers = {
  once: { name: 'Field guide (triggered)', recurringInterval: null },
  monthly: { name: 'Monthly letter (triggered)', recurringInterval: 'month' },
} as const

export type Offer = keyof typeof offers

export async function createSampleProduct(
  context: TriggerContext,
  offer: Offer,
): Promise<Id<'product'>> {
  const { deps, organizationId } = context
  const options = z.parse(productContract.body, {
    ...offers[offer],
    prices: [{ amountType: 'fixed', priceAmount }],
    metadata: triggerMetadata(context),
  })
  const product = await runAsSeller(context, (uow) =>
    createProduct(uow, deps, { ...options, organizationId }),
  )
  return product.id
}

export async function createSampleBenefit(context: TriggerContext): Promise<Id<'benefit'>> {
  const { deps, organizationId } = context
  const input = z.parse(benefitContract.body, {
    type: 'custom',
    description: 'A thank-you card (triggered)',
    properties: { note: 'Thank you!' },
    metadata: triggerMetadata(context),
  })
  const newBenefit = { organizationId, input, target: null }
  return (await runAsSeller(context, (uow) => createBenefit(uow, deps, newBenefit))).id
}

export async function createSampleMeter(context: TriggerContext): Promise<Id<'meter'>> {
  const { deps, organizationId } = context
  const input = z.parse(meterContract.body, {
    name: 'Pages (triggered)',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'page' }] },
    aggregation: { func: 'count' },
    metadata: triggerMetadata(context),
  })
  const newMeter = { ...input, organizationId }
  return (await runAsSeller(context, (uow) => createMeter(uow, deps, newMeter))).id
}
