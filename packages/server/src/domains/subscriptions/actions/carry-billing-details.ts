import { isSame } from '../../../kernel/json-equality.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { ChangedCustomer } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { missingAddressPart } from '../../tax/actions/address-for-tax.ts'
import { readTaxId } from '../../tax/rules/tax-id.ts'
import { billingDetailsAfter } from '../rules/billing-details.ts'
import { isBilled, lockOpenSubscriptionsOf, saveBillingDetails } from '../store/billing-details.ts'
import { billingColumns, detailsOfCustomer, storedDetails } from './billing-details-of.ts'
import type { SubscriptionDeps } from './deps.ts'

/**
 * Billing details that a customer or the seller changed hold for open subscriptions, too. An address
 * that says less than tax needs is refused while something is billed, so that nobody can end the tax.
 */
export const carryBillingDetails =
  (deps: Pick<SubscriptionDeps, 'config'>) =>
  async ({ tx }: UnitOfWork, changed: ChangedCustomer): Promise<void> => {
    const before = detailsOfCustomer(changed.before)
    const after = detailsOfCustomer(changed.after)
    if (isSame(before, after)) return
    const { organizationId, id: customerId } = changed.after
    const open = await lockOpenSubscriptionsOf(tx, { organizationId, customerId })
    if (open.length === 0) return
    const missing = missingAddressPart(deps, after.address)
    if (missing !== null && !isSame(before.address, after.address)) {
      const loc = ['body', 'billing_address', ...missing.loc]
      if (await isBilled(tx, { organizationId, customerId })) {
        throw new Problem('billing_address_needed', { loc, part: missing.part })
      }
    }
    for (const row of open) {
      const billing = storedDetails(row)
      const changedBilling = billingDetailsAfter(billing, { before, after, readTaxId })
      if (!isSame(billing, changedBilling)) {
        await saveBillingDetails(tx, row, billingColumns(changedBilling))
      }
    }
  }
