import { ChangedCredits } from '@guildhall/contract/usage/credit-shapes'
import * as z from 'zod/mini'
import type { TimelineTypes } from '../../../kernel/timeline.ts'

const payload = z.pick(ChangedCredits, { change: true, units: true })

const verbs: Readonly<Record<ChangedCredits['change'], string>> = {
  given: 'were given',
  taken: 'were taken',
  expired: 'have expired',
}

function titleOf(changed: unknown): string {
  const { change, units } = z.parse(payload, changed)
  return `${units} credits ${verbs[change]}`
}

export const creditTimeline: TimelineTypes = {
  'customer_meter.credits_changed': { title: titleOf },
}
