import type { BillingSettings } from '../../../lib/billing-settings.ts'
import { wireFields } from '../../../lib/wire-fields.ts'

type Dunning = BillingSettings['dunning']
export type FinalAction = Dunning['finalAction']

/** As it's typed. */
export interface DunningForm {
  attemptDays: string
  graceDays: string
  finalAction: FinalAction
}

export const formOf = ({ attemptDays, graceDays, finalAction }: Dunning): DunningForm => ({
  attemptDays: attemptDays.join(', '),
  graceDays: String(graceDays),
  finalAction,
})

export const dunningOf = ({ attemptDays, graceDays, finalAction }: DunningForm): Dunning => ({
  attemptDays: daysIn(attemptDays).map(Number),
  graceDays: Number(graceDays),
  finalAction,
})

/** “2, 7 and 14”, “2; 7; 14” and “2 7 14” are the same days. */
const daysIn = (text: string): string[] => text.split(/[\s,;]+|and/).filter((day) => day !== '')

const attemptsMax = 10
const daysMax = 90

export function attemptDaysMistake(text: string): string | null {
  const typed = daysIn(text)
  const days = typed.map(Number)
  if (typed.some((day) => !/^\d+$/.test(day))) {
    return 'Enter days as whole numbers, such as 2, 7, 14, 21.'
  }
  if (days.length > attemptsMax) return `Enter at most ${attemptsMax} days.`
  if (days.some((day) => day < 1 || day > daysMax)) return `Enter days from 1 to ${daysMax}.`
  const isInOrder = days.every((day, index) => day > (days[index - 1] ?? 0))
  return isInOrder ? null : 'Enter each day once, the earliest first.'
}

export function graceDaysMistake(text: string): string | null {
  const isDays = /^\s*\d+\s*$/.test(text) && Number(text) <= daysMax
  return isDays ? null : `Enter a number of days from 0 to ${daysMax}.`
}

/** What becomes of a payment that fails, in words. */
export function dunningWords({ attemptDays, graceDays, finalAction }: Dunning): string {
  const tries =
    attemptDays.length === 0
      ? 'After a payment failed it isn’t tried again by itself.'
      : `After a payment failed it’s tried again ${afterDays(attemptDays)}.`
  const grace =
    graceDays === 0 ? 'Benefits end at once.' : `Benefits stay for ${daysWords(graceDays)}.`
  return `${tries} ${grace} ${endings[finalAction]}`
}

const afterDays = (days: readonly number[]): string =>
  `after ${listFormat.format(days.map(String))} ${days.length === 1 && days[0] === 1 ? 'day' : 'days'}`

const daysWords = (days: number): string => (days === 1 ? 'a day' : `${days} days`)

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

const endings: Readonly<Record<FinalAction, string>> = {
  cancel: 'Where all of that fails, the subscription is canceled.',
  keep: 'Where all of that fails, the subscription stays past due.',
  unpaid: 'Where all of that fails, the subscription is unpaid.',
}

export const finalActionWords: Readonly<Record<FinalAction, { label: string; hint: string }>> = {
  cancel: {
    label: 'Cancel the subscription',
    hint: 'It ends, and nothing more is collected.',
  },
  keep: {
    label: 'Keep it past due',
    hint: 'It stays as it is until the customer pays or somebody ends it.',
  },
  unpaid: {
    label: 'Mark it unpaid',
    hint: 'No more periods are billed. The customer can still pay, and goes on then.',
  },
}

export const dunningField = wireFields<DunningForm>({
  'dunning.attempt_days': 'attemptDays',
  'dunning.grace_days': 'graceDays',
  'dunning.final_action': 'finalAction',
})
