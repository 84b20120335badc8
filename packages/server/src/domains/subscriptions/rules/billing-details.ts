import { type Address, missingForTax } from '@guildhall/contract/customers/address'
import type { TaxId } from '@guildhall/contract/customers/tax-ids'
import { isSame } from '../../../kernel/json-equality.ts'

/** Who a subscription is billed to. They decide its tax, and are printed on its invoices. */
export interface BillingDetails {
  readonly name: string | null
  readonly address: Address | null
  readonly taxId: TaxId | null
  readonly isBusiness: boolean
}

/** What a customer and a subscription have in common. */
export type CustomerDetails = Pick<BillingDetails, 'name' | 'address' | 'taxId'>

interface CustomerChange {
  readonly before: CustomerDetails
  readonly after: CustomerDetails
  readonly readTaxId: (country: string, text: string) => TaxId | null
}

/**
 * The details of a subscription after its customer’s were changed on purpose. What was changed holds
 * for the subscription as well; what wasn’t stays as it was bought with. The last address that says
 * enough for tax stays, in case a free subscription costs something later.
 */
export function billingDetailsAfter(
  billing: BillingDetails,
  change: CustomerChange,
): BillingDetails {
  const { before, after } = change
  const isMoved = !isSame(before.address, after.address) && saysEnough(after.address)
  const address = isMoved ? after.address : billing.address
  const isTaxIdChanged = !isSame(before.taxId, after.taxId)
  return {
    // A business may be billed by another name than its customer’s.
    name: billing.name === before.name ? after.name : billing.name,
    address,
    taxId: isTaxIdChanged ? after.taxId : taxIdIn(billing, address, change),
    isBusiness: billing.isBusiness || (isTaxIdChanged && after.taxId !== null),
  }
}

/** In another country the same number must be valid there. */
function taxIdIn(
  { taxId, address: before }: BillingDetails,
  after: Address | null,
  { readTaxId }: CustomerChange,
): TaxId | null {
  if (taxId === null || after === null) return taxId
  return after.country === before?.country ? taxId : readTaxId(after.country, taxId[0])
}

/** A checkout may have completed the customer’s details after the subscription started. */
export const completedBy = (billing: BillingDetails, customer: CustomerDetails): BillingDetails =>
  saysEnough(billing.address) || !saysEnough(customer.address)
    ? billing
    : { ...billing, address: customer.address }

const saysEnough = (address: Address | null): boolean =>
  missingForTax(address, { byPostalCode: false }) === null
