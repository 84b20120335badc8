import type { BodyOf } from '@guildhall/contract/operation'
import type { updateBillingSettings as contract } from '@guildhall/contract/organizations/billing-settings'
import type { Id } from '@guildhall/contract/primitives'
import { isSame } from '../../../kernel/json-equality.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type BillingSettings, settingsOf } from '../store/billing-settings.ts'
import type { OrganizationDeps } from './deps.ts'
import { authorizeSeller, type SellerCaller } from './seller.ts'
import { saveOrganization } from './update-organization.ts'

interface SettingsUpdate extends BodyOf<typeof contract> {
  readonly id: Id<'organization'>
}

/** Absent settings stay, and equal ones record no event. */
export async function updateBillingSettings(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  seller: SellerCaller,
  { id, ...update }: SettingsUpdate,
): Promise<BillingSettings> {
  const organization = await authorizeSeller(uow, deps, seller, id)
  const current = settingsOf(organization)
  const updated = mergeSettings(current, update)
  if (isSame(current, updated)) return current
  const { dunning, prorationMode, ...switches } = updated
  const saved = await saveOrganization(uow, organization, {
    ...switches,
    prorationBehavior: prorationMode,
    dunningAttemptDays: dunning.attemptDays,
    dunningGraceDays: dunning.graceDays,
    dunningFinalAction: dunning.finalAction,
  })
  return settingsOf(saved)
}

const mergeSettings = (
  { dunning, ...current }: BillingSettings,
  update: Omit<SettingsUpdate, 'id'>,
): BillingSettings => ({
  prorationMode: update.prorationMode ?? current.prorationMode,
  allowMultipleSubscriptions:
    update.allowMultipleSubscriptions ?? current.allowMultipleSubscriptions,
  allowCustomerUpdates: update.allowCustomerUpdates ?? current.allowCustomerUpdates,
  deferredChangeMax: update.deferredChangeMax ?? current.deferredChangeMax,
  disputeBehavior: update.disputeBehavior ?? current.disputeBehavior,
  usageGraceMinutes: update.usageGraceMinutes ?? current.usageGraceMinutes,
  timeZone: update.timeZone ?? current.timeZone,
  reportingCurrency:
    update.reportingCurrency === undefined ? current.reportingCurrency : update.reportingCurrency,
  dunning: {
    attemptDays: update.dunning?.attemptDays ?? dunning.attemptDays,
    graceDays: update.dunning?.graceDays ?? dunning.graceDays,
    finalAction: update.dunning?.finalAction ?? dunning.finalAction,
  },
})
