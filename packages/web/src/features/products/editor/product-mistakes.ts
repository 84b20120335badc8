import { chosenAmountMax, priceAmountMax, priceAmountMin } from '@guildhall/contract/catalog/prices'
import { productName } from '@guildhall/contract/catalog/product-shapes'
import * as z from 'zod/mini'
import { amountMistake, centsOf, unitAmountMistake } from '../../../lib/amount-text.ts'
import type { MeteredDraft, StandingDraft } from './product-form.ts'

const nameLengthMin = 3
const descriptionLengthMax = 20_000

/** Why this can't be a product's name, or null. */
export function nameMistake(name: string): string | null {
  const { length } = name.trim()
  if (length === 0) return 'Enter a name.'
  if (length < nameLengthMin) return `Use at least ${nameLengthMin} characters.`
  return z.safeParse(productName, name).success ? null : 'Use at most 256 characters in one line.'
}

export const descriptionMistake = (description: string): string | null =>
  description.length > descriptionLengthMax
    ? `Use at most ${descriptionLengthMax.toLocaleString('en')} characters.`
    : null

export const fixedAmountMistake = (amount: string): string | null =>
  amountMistake(amount, { min: priceAmountMin, max: priceAmountMax })

type Bound = 'minimum' | 'preset' | 'maximum'

/** Why a bound of what buyers choose can't be, or null; each of them may be left out. */
export function boundMistake(draft: StandingDraft, bound: Bound): string | null {
  const text = draft[bound]
  if (text.trim() === '') return null
  const max = bound === 'minimum' ? priceAmountMax : chosenAmountMax
  const mistake = amountMistake(text, { min: priceAmountMin, max })
  return mistake ?? orderMistake(draft, bound)
}

function orderMistake({ minimum, preset, maximum }: StandingDraft, bound: Bound): string | null {
  const isLess = (one: string, other: string) => {
    const [low, high] = [centsOf(one), centsOf(other)]
    return low !== null && high !== null && low < high
  }
  if (bound === 'minimum') return null
  if (bound === 'preset' && isLess(preset, minimum)) return 'Propose no less than the minimum.'
  if (bound === 'maximum' && isLess(maximum, minimum)) return 'Enter no less than the minimum.'
  return bound === 'maximum' && isLess(maximum, preset)
    ? 'Enter no less than what is proposed.'
    : null
}

export const meteredMistakes = {
  unitAmount: unitAmountMistake,
  cap: (cap: string): string | null =>
    cap.trim() === '' ? null : amountMistake(cap, { min: 0, max: Number.MAX_SAFE_INTEGER }),
} as const

/** Why this meter can't have a price here, or null. */
export function meterMistake(rows: readonly MeteredDraft[], index: number): string | null {
  const meterId = rows[index]?.meterId ?? ''
  if (meterId === '') return 'Choose a meter.'
  const isTwice = rows.slice(0, index).some((other) => other.meterId === meterId)
  return isTwice ? 'This meter has a price above already.' : null
}
