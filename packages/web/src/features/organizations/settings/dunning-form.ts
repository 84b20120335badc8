import { BillingSettings as BillingSettingsSchema } from '@guildhall/contract/organizations/billing-settings'
import * as z from 'zod/mini'
import type { BillingSettings } from '#/entities/organization/billing-settings.ts'
import { boundsText, type FieldSchemas, rule, wholeNumber } from '#/lib/form-schema.ts'
import { formatList } from '#/lib/format.ts'
import { wireFields } from '#/lib/wire-fields.ts'

type Dunning = BillingSettings['dunning']
export type FinalAction = Dunning['finalAction']

/** As typed. */
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

const { attemptDays, graceDays } = BillingSettingsSchema.shape.dunning.shape

export const dunningSchema = {
  attemptDays: rule<string>(attemptDaysMistake),
  graceDays: wholeNumber(graceDays),
} satisfies FieldSchemas<DunningForm>

function attemptDaysMistake(text: string): string | null {
  const typed = daysIn(text)
  if (typed.some((day) => !/^\d+$/.test(day))) {
    return 'Enter days as whole numbers, such as 2, 7, 14, 21.'
  }
  const [issue] = z.safeParse(attemptDays, typed.map(Number)).error?.issues ?? []
  if (issue === undefined) return null
  if (issue.code === 'custom') return 'Enter each day once, the earliest first.'
  return issue.code === 'too_big' && issue.origin === 'array'
    ? `Enter at most ${issue.maximum} days.`
    : `Enter days${boundsText(attemptDays.def.element)}.`
}

/** What happens after a failed payment, as sentences. */
export function dunningText({ attemptDays, graceDays, finalAction }: Dunning): string {
  const tries =
    attemptDays.length === 0
      ? 'Failed payments are not retried automatically.'
      : `Failed payments are retried ${afterDays(attemptDays)}.`
  const grace =
    graceDays === 0 ? 'Benefits end immediately.' : `Benefits continue for ${daysText(graceDays)}.`
  return `${tries} ${grace} ${endings[finalAction]}`
}

const afterDays = (days: readonly number[]): string =>
  `after ${formatList(days.map(String))} ${days.length === 1 && days[0] === 1 ? 'day' : 'days'}`

const daysText = (days: number): string => (days === 1 ? 'a day' : `${days} days`)

const endings: Readonly<Record<FinalAction, string>> = {
  cancel: 'If all retries fail, the subscription is canceled.',
  keep: 'If all retries fail, the subscription stays past due.',
  unpaid: 'If all retries fail, the subscription is marked unpaid.',
}

export const finalActionText: Readonly<Record<FinalAction, { label: string; hint: string }>> = {
  cancel: {
    label: 'Cancel the subscription',
    hint: 'The subscription ends and no further payments are collected.',
  },
  keep: {
    label: 'Keep it past due',
    hint: 'The subscription stays past due until the customer pays or you cancel it.',
  },
  unpaid: {
    label: 'Mark it unpaid',
    hint: 'Billing stops. The subscription resumes when the customer pays.',
  },
}

export const dunningField = wireFields<DunningForm>({
  'dunning.attempt_days': 'attemptDays',
  'dunning.grace_days': 'graceDays',
  'dunning.final_action': 'finalAction',
})
