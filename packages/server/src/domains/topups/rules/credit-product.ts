import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import type { CreditProduct } from '@guildhall/contract/topups/top-up-shapes'

interface Product extends Pick<CreditProduct, 'id' | 'name' | 'description'> {
  readonly isArchived: boolean
  readonly isRecurring: boolean
  readonly visibility: string
  readonly prices: readonly Price[]
  readonly benefits: readonly Benefit[]
  readonly attachedCustomFields: readonly { readonly required: boolean }[]
}

type Price =
  | {
      readonly id: Id<'productPrice'>
      readonly amountType: 'fixed'
      readonly priceAmount: MinorUnits
      readonly priceCurrency: string
    }
  | { readonly amountType: 'free' | 'custom' | 'metered_unit' }

type Benefit =
  | {
      readonly type: 'meter_credit'
      readonly properties: { readonly meterId: Id<'meter'>; readonly units: number }
    }
  | { readonly type: Exclude<string, 'meter_credit'> }

interface Priced extends CreditProduct {
  readonly priceId: Id<'productPrice'>
}

/**
 * What a customer may buy without a page that asks for more: a public one-time product with a fixed
 * price and no required questions, whose benefits credit these meters. Null for all others.
 */
export function creditProductOf(
  { id, name, description, ...product }: Product,
  meterIds: ReadonlySet<Id<'meter'>>,
): Priced | null {
  const [price] = product.prices
  const isOffered = !product.isArchived && !product.isRecurring && product.visibility === 'public'
  const asksMore = product.attachedCustomFields.some(({ required }) => required)
  if (!isOffered || asksMore || price?.amountType !== 'fixed') return null
  const units = new Map<Id<'meter'>, number>()
  for (const benefit of product.benefits) {
    if (!isCredit(benefit) || !meterIds.has(benefit.properties.meterId)) continue
    const { meterId, units: given } = benefit.properties
    units.set(meterId, (units.get(meterId) ?? 0) + given)
  }
  if (units.size === 0) return null
  return {
    id,
    name,
    description,
    priceId: price.id,
    amount: price.priceAmount,
    currency: price.priceCurrency,
    credits: Array.from(units, ([meterId, given]) => ({ meterId, units: given })),
  }
}

const isCredit = (
  benefit: Benefit,
): benefit is Extract<Benefit, { readonly properties: unknown }> => benefit.type === 'meter_credit'
