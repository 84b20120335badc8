import { Problem } from '../../../kernel/refusal.ts'
import { missingAddressPart } from '../../tax/actions/address-for-tax.ts'
import { findActiveRegistrations } from '../../tax/actions/calculate-tax.ts'
import { billingDetailsOf } from './billing-details-of.ts'
import type { SubscriptionDeps } from './deps.ts'
import type { PreparedChange } from './prepare-change.ts'

/**
 * Refuses a plan that costs something while the tax on it can’t be known: for customers, who can add
 * the address that is missing. Sellers who collect no tax need none.
 */
export async function requireBillingAddress(
  deps: SubscriptionDeps,
  { row, customer, request, decision: { after } }: PreparedChange,
): Promise<void> {
  if (request.kind !== 'product') return
  const { prices } = after.pending ?? after
  if (prices.every(({ kind }) => kind === 'free')) return
  const missing = missingAddressPart(deps, billingDetailsOf(row, customer).address)
  if (missing === null) return
  const registrations = await findActiveRegistrations(deps, row.organizationId)
  if (registrations.length === 0) return
  throw new Problem('portal_billing_address_missing', {
    loc: ['body', 'product_id'],
    part: missing.part,
  })
}
