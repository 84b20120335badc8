import type { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import type { prorationBehaviors } from '@guildhall/contract/organizations/seller'
import type { SellerProfile } from '@guildhall/contract/organizations/seller-organizations'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

type ProrationMode = (typeof prorationModes)[number]
type ProrationBehavior = (typeof prorationBehaviors)[number]

const behaviors: Readonly<Record<ProrationMode, ProrationBehavior>> = {
  invoice: 'invoice',
  prorate: 'prorate',
  next_period: 'prorate',
  reset: 'invoice',
}

/** The official wire knows two of our four modes; each mode maps to the one that charges alike. */
export const prorationBehaviorOf = (mode: ProrationMode): ProrationBehavior => behaviors[mode]

/** A client that sends back the behavior it was shown does not change the mode. */
export const resolveProrationMode = (
  current: ProrationMode,
  requested: ProrationBehavior,
): ProrationMode => (requested === prorationBehaviorOf(current) ? current : requested)

/** Details are submitted for review, so they can't be changed afterwards. */
export const decideDetails = (
  { detailsSubmittedAt }: { readonly detailsSubmittedAt: Date | null },
  { details }: Pick<SellerProfile, 'details'>,
): Refusal<'details_already_submitted'> | null =>
  detailsSubmittedAt !== null && details !== undefined && details !== null
    ? refuse('details_already_submitted', { loc: ['body', 'details'] })
    : null
