import { amountMistake } from '../../lib/amount-text.ts'
import type { Day } from '../../ui/calendar-days.ts'
import { basisPointsOf } from './discount-draft.ts'

/** Why it can't be so, or null. */
export function nameMistake(name: string): string | null {
  return name.trim() === '' ? 'Enter a name.' : null
}

const codeLengthMin = 3

/** Without one, nobody can enter it. */
export function codeMistake(code: string): string | null {
  const text = code.trim()
  if (text === '') return null
  if (!/^[A-Za-z0-9]*$/.test(text)) return 'Use the letters A to Z and digits only.'
  return text.length < codeLengthMin ? `Use at least ${codeLengthMin} characters.` : null
}

const basisPointsMax = 10_000

export function percentMistake(text: string): string | null {
  if (text.trim() === '') return 'Enter how much it takes off.'
  const points = basisPointsOf(text)
  if (points === null) return 'Enter a percentage, such as 20 or 12.5, with two decimals at most.'
  return points >= 1 && points <= basisPointsMax ? null : 'Enter more than 0 and at most 100 %.'
}

const amountMin = 1
const amountMax = 99_999_999

export const fixedMistake = (text: string): string | null =>
  amountMistake(text, { min: amountMin, max: amountMax })

const monthsMax = 999

export function monthsMistake(text: string): string | null {
  return isCount(text, monthsMax) ? null : `Enter a whole number from 1 to ${monthsMax}.`
}

const redemptionsMax = 2_147_483_647

export function redemptionsMistake(text: string): string | null {
  return text.trim() === '' || isCount(text, redemptionsMax)
    ? null
    : 'Enter a whole number from 1 on, or nothing.'
}

function isCount(text: string, most: number): boolean {
  const count = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isInteger(count) && count >= 1 && count <= most
}

export function daysMistake(firstDay: Day | null, lastDay: Day | null): string | null {
  return firstDay !== null && lastDay !== null && firstDay > lastDay
    ? 'This is before the first day.'
    : null
}
