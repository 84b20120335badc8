import { priceAmountMax } from '@guildhall/contract/catalog/prices'
import {
  amountMistake,
  centsOf,
  exactAmountMistake,
  plainNumber,
  unitAmountMistake,
  unitsMistake,
} from '#/lib/amount-text.ts'
import type { MeteredDraft, TierDraft } from './product-form.ts'

type Mistakes = Readonly<Record<string, string | null>>

/** What is wrong with what a metered price costs, by the path of the field. */
export const termsMistakes = (row: MeteredDraft): Mistakes => ({
  ...pricingMistakes(row),
  included: row.included.trim() === '' ? null : unitsMistake(row.included),
  minimum: minimumMistake(row),
  cap: row.cap.trim() === '' ? null : amountMistake(row.cap, capBounds),
})

const capBounds = { min: 0, max: Number.MAX_SAFE_INTEGER } as const
const minimumBounds = { min: 1, max: priceAmountMax } as const

function minimumMistake({ minimum, cap }: MeteredDraft): string | null {
  if (minimum.trim() === '') return null
  const mistake = amountMistake(minimum, minimumBounds)
  if (mistake !== null) return mistake
  const [least, most] = [centsOf(minimum), centsOf(cap)]
  return least !== null && most !== null && least > most ? 'Enter at most the cap.' : null
}

function pricingMistakes(row: MeteredDraft): Mistakes {
  switch (row.scheme) {
    case 'unit':
      return { unitAmount: unitAmountMistake(row.unitAmount) }
    case 'package':
      return {
        packageUnits: positiveUnitsMistake(row.packageUnits),
        packageAmount: unitAmountMistake(row.packageAmount),
      }
    case 'graduated':
    case 'volume':
      return Object.fromEntries(row.tiers.flatMap((tier, index) => tierMistakes(row, tier, index)))
  }
}

function positiveUnitsMistake(text: string): string | null {
  const mistake = unitsMistake(text)
  return mistake ?? (Number(plainNumber(text)) === 0 ? 'Enter more than 0.' : null)
}

function tierMistakes({ tiers }: MeteredDraft, tier: TierDraft, index: number) {
  const isLast = index === tiers.length - 1
  const flat = tier.flatAmount.trim() === '' ? null : exactAmountMistake(tier.flatAmount)
  const isAllFree = isLast && tiers.every((one) => isFree(one))
  const unit = exactAmountMistake(tier.unitAmount)
  return [
    [`tiers.${index}.upTo`, isLast ? null : endMistake(tier, tiers[index - 1])],
    [`tiers.${index}.unitAmount`, isAllFree ? 'At least one tier must cost something.' : unit],
    [`tiers.${index}.flatAmount`, flat],
  ] as const
}

const isFree = ({ unitAmount, flatAmount }: TierDraft): boolean =>
  unitAmount.trim() !== '' && Number(plainNumber(unitAmount)) === 0 && Number(flatAmount) === 0

function endMistake({ upTo }: TierDraft, before: TierDraft | undefined): string | null {
  const mistake = positiveUnitsMistake(upTo)
  if (mistake !== null || before === undefined) return mistake
  const isAfter = Number(plainNumber(upTo)) > Number(plainNumber(before.upTo))
  return isAfter ? null : 'Enter more than the tier before.'
}
