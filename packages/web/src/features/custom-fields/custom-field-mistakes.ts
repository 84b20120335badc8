import type { Day } from '../../ui/calendar-days.ts'
import { numberIn, type OptionRow } from './custom-field-draft.ts'

/** Why it can't be so, or null. How long texts may be is the server's to say. */
export function nameMistake(name: string): string | null {
  return name.trim() === '' ? 'Enter a name.' : null
}

export function slugMistake(slug: string): string | null {
  if (slug.trim() === '') return 'Enter a slug.'
  return /^[a-z0-9_-]*$/i.test(slug.trim())
    ? null
    : 'Use the letters a to z, digits, hyphens and underscores only.'
}

const answerLengthMax = 10_000

export function lengthMistake(text: string, least: number): string | null {
  const length = numberIn(text)
  if (length === null) return null
  if (Number.isInteger(length) && length >= least && length <= answerLengthMax) return null
  return `Enter a whole number from ${least} to ${answerLengthMax.toLocaleString('en')}.`
}

export function wholeNumberMistake(text: string): string | null {
  const number = numberIn(text)
  return number === null || Number.isSafeInteger(number) ? null : 'Enter a whole number.'
}

/** Of a pair of bounds, about the upper one. */
export function orderMistake(least: string, most: string): string | null {
  const [lower, upper] = [numberIn(least), numberIn(most)]
  return lower !== null && upper !== null && lower > upper ? 'This is less than the least.' : null
}

export function dayOrderMistake(first: Day | null, last: Day | null): string | null {
  return first !== null && last !== null && first > last ? 'This is before the first day.' : null
}

/** What is wrong with each row, in their order. */
export function optionMistakes(rows: readonly OptionRow[]): (string | null)[] {
  return rows.map(({ value, label }, index) => {
    const own = value.trim()
    if (own === '') return label.trim() === '' ? null : 'Enter a value for this option.'
    const isTwice = rows.slice(0, index).some((other) => other.value.trim() === own)
    return isTwice ? 'Another option has this value already.' : null
  })
}

export function optionsMistake(rows: readonly OptionRow[]): string | null {
  if (rows.every(({ value, label }) => value.trim() === '' && label.trim() === '')) {
    return 'Add at least one option to choose.'
  }
  return optionMistakes(rows).some((mistake) => mistake !== null)
    ? 'Something is wrong with an option.'
    : null
}
