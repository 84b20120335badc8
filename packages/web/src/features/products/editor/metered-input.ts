import type { MeteredPrice, Pricing } from '#/entities/product/price-text.ts'
import { centsOf, exactCentsOf, plainNumber } from '#/lib/amount-text.ts'
import type { MeteredDraft, TierDraft } from './product-form.ts'

/** What a metered price costs, as typed; texts are empty where something is missing. */
export type MeteredTerms = Pick<
  MeteredPrice,
  'pricing' | 'includedUnits' | 'minimumAmount' | 'capAmount'
>

export const termsOf = (draft: MeteredDraft): MeteredTerms => ({
  pricing: pricingOf(draft),
  includedUnits: draft.included.trim() === '' ? '0' : (plainNumber(draft.included) ?? ''),
  minimumAmount: centsOf(draft.minimum),
  capAmount: centsOf(draft.cap),
})

function pricingOf(draft: MeteredDraft): Pricing {
  const { scheme } = draft
  switch (scheme) {
    case 'unit':
      return { scheme, unitAmount: exactCentsOf(draft.unitAmount) ?? '' }
    case 'package':
      return {
        scheme,
        packageUnits: plainNumber(draft.packageUnits) ?? '',
        packageAmount: exactCentsOf(draft.packageAmount) ?? '',
      }
    case 'graduated':
      return { scheme, tiers: draft.tiers.map(tierOf) }
    case 'volume':
      return { scheme, tiers: draft.tiers.map(tierOf) }
  }
}

const tierOf = (
  { upTo, unitAmount, flatAmount }: TierDraft,
  index: number,
  all: readonly TierDraft[],
) => ({
  upTo: index === all.length - 1 ? null : (plainNumber(upTo) ?? ''),
  unitAmount: exactCentsOf(unitAmount) ?? '',
  flatAmount: flatAmount.trim() === '' ? '0' : (exactCentsOf(flatAmount) ?? ''),
})

/** Whether every field that a price needs is a number. */
export const isComplete = ({ pricing, includedUnits }: MeteredTerms): boolean =>
  includedUnits !== '' &&
  ('tiers' in pricing
    ? pricing.tiers.every((tier) => Object.values(tier).every((one) => one !== ''))
    : Object.values(pricing).every((one) => one !== ''))
