import type { BodyOf } from '@guildhall/contract/endpoint'
import type { updateBillingSettings } from '@guildhall/contract/organizations/billing-settings'
import type { Id } from '@guildhall/contract/primitives'
import { isSame } from '../../../kernel/sameness.ts'
import type { Work } from '../../../platform/work.ts'
import { type BillingSettings, settingsOf } from '../store/billing-settings.ts'
import { enterAsSeller } from './enter-as-seller.ts'
import type { OrganizationParts } from './parts.ts'
import type { Seller } from './seller.ts'
import { saveOrganization } from './update-organization.ts'

interface Wish extends BodyOf<typeof updateBillingSettings> {
  readonly id: Id<'organization'>
}

/** What isn’t named stays; what stays the same is no change. */
export async function changeBillingSettings(
  work: Work,
  parts: OrganizationParts,
  seller: Seller,
  { id, ...wish }: Wish,
): Promise<BillingSettings> {
  const organization = await enterAsSeller(work, parts, seller, id)
  const present = settingsOf(organization)
  const wanted = settingsWanted(present, wish)
  if (isSame(present, wanted)) return present
  const { dunning, prorationMode, ...switches } = wanted
  const saved = await saveOrganization(work, organization, {
    ...switches,
    prorationBehavior: prorationMode,
    dunningAttemptDays: dunning.attemptDays,
    dunningGraceDays: dunning.graceDays,
    dunningFinalAction: dunning.finalAction,
  })
  return settingsOf(saved)
}

const settingsWanted = (
  { dunning, ...present }: BillingSettings,
  wish: Omit<Wish, 'id'>,
): BillingSettings => ({
  prorationMode: wish.prorationMode ?? present.prorationMode,
  allowMultipleSubscriptions: wish.allowMultipleSubscriptions ?? present.allowMultipleSubscriptions,
  allowCustomerUpdates: wish.allowCustomerUpdates ?? present.allowCustomerUpdates,
  dunning: {
    attemptDays: wish.dunning?.attemptDays ?? dunning.attemptDays,
    graceDays: wish.dunning?.graceDays ?? dunning.graceDays,
    finalAction: wish.dunning?.finalAction ?? dunning.finalAction,
  },
})
