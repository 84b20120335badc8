import { type Id, minorUnits as minorUnitsShape } from '@guildhall/contract/primitives'
import { TaxRate, taxabilityReasons } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { minorUnits, subtract } from '../../../kernel/money.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { calculateTax } from '../../tax/actions/calculate-tax.ts'
import type { Registration, TaxDue, TaxResult } from '../../tax/rules/tax-calculation.ts'
import type { CheckoutContent } from '../rules/content.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { CheckoutDeps } from './deps.ts'

interface TaxInput {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'checkout'>
  readonly content: CheckoutContent
  /** Where the seller collects tax, if it was read already. */
  readonly registrations?: readonly Registration[]
}

/** Nothing is due on an amount of zero. */
const zeroTax: TaxDue = {
  amount: minorUnits(0),
  reason: 'not_subject_to_tax',
  rate: null,
  calculationId: null,
}

/** Must run outside a transaction, because the tax may come from another server. */
export async function taxOf(
  deps: CheckoutDeps,
  { organizationId, id, content, registrations }: TaxInput,
): Promise<TaxResult> {
  const { customerBillingAddress: address, customerTaxId: taxId } = content
  const netAmount = subtract(content.amount, content.discountAmount)
  if (netAmount === 0) return zeroTax
  if (address === null) return { incomplete: true }
  return calculateTax(deps, {
    organizationId,
    reference: id,
    currency: content.currency,
    netAmount,
    address,
    taxId,
    isBusiness: content.isBusinessCustomer,
    ...(registrations && { registrations: registrations }),
  })
}

/** Null while the address is incomplete. */
export const taxDue = (tax: TaxResult): TaxDue | null => ('incomplete' in tax ? null : tax)

export const taxColumns = (tax: TaxDue | null) => ({
  taxAmount: tax?.amount ?? null,
  tax: tax === null ? null : jsonText({ ...tax }),
})

const stored = z.object({
  amount: minorUnitsShape,
  reason: z.enum(taxabilityReasons),
  rate: z.nullable(TaxRate),
  calculationId: z.nullable(z.string()),
})

/** As it was calculated last. */
export const storedTax = ({ tax }: Pick<CheckoutRow, 'tax'>): TaxDue | null =>
  tax === null ? null : z.parse(stored, tax)
