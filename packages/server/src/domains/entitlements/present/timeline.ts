import { benefitTypes } from '@guildhall/contract/benefits/shapes'
import { grantStatuses } from '@guildhall/contract/entitlements/grant-shapes'
import * as z from 'zod/mini'
import type { TimelineTypes } from '../../../kernel/timeline.ts'
import { externalKindOf } from '../kinds/grant-kinds.ts'

const payload = z.object({
  status: z.enum(grantStatuses),
  benefit: z.object({ type: z.enum(benefitTypes), description: z.string() }),
})

const titles: Readonly<Record<(typeof grantStatuses)[number], (benefit: string) => string>> = {
  waiting: (benefit) => `${benefit} waits for an account of the customer`,
  pending: (benefit) => `${benefit} is being delivered`,
  granted: (benefit) => `Granted ${benefit}`,
  failed: (benefit) => `${benefit} couldn’t be delivered`,
  revoked: (benefit) => `Revoked ${benefit}`,
}

function titleOf(grant: unknown): string {
  const { status, benefit } = z.parse(payload, grant)
  return titles[status](benefit.description)
}

/** Only deliveries change the status of a grant. */
function titleOfUpdate(grant: unknown): string {
  const { status, benefit } = z.parse(payload, grant)
  if (externalKindOf(benefit) === null) return `${benefit.description} has changed`
  return status === 'revoked' ? `${benefit.description} is still to be taken` : titleOf(grant)
}

export const grantTimeline: TimelineTypes = {
  'benefit_grant.created': { title: titleOf },
  'benefit_grant.updated': { title: titleOfUpdate },
  'benefit_grant.revoked': { title: titleOf },
}
