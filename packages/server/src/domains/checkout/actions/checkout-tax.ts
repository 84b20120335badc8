import { type Id, minorUnits as minorUnitsShape } from '@guildhall/contract/primitives'
import { TaxRate, taxabilityReasons } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { minorUnits, subtract } from '../../../kernel/money.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { calculateTax, type Registration, type TaxAnswer, type TaxDue } from '../../tax/index.ts'
import type { CheckoutContent } from '../rules/content.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { CheckoutParts } from './parts.ts'

interface Taxed {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'checkout'>
  readonly content: CheckoutContent
  /** Where the seller collects tax, if that was read already. */
  readonly collecting?: readonly Registration[]
}

/** Nothing is due on nothing. */
const nothingDue: TaxDue = {
  amount: minorUnits(0),
  reason: 'not_subject_to_tax',
  rate: null,
  calculationId: null,
}

/** Asked outside of any transaction: the answer may come from elsewhere. */
export async function taxOf(
  parts: CheckoutParts,
  { organizationId, id, content, collecting }: Taxed,
): Promise<TaxAnswer> {
  const { customerBillingAddress: address, customerTaxId: taxId } = content
  const netAmount = subtract(content.amount, content.discountAmount)
  if (netAmount === 0) return nothingDue
  if (address === null) return { incomplete: true }
  return calculateTax(parts, {
    organizationId,
    reference: id,
    currency: content.currency,
    netAmount,
    address,
    taxId,
    isBusiness: content.isBusinessCustomer,
    ...(collecting && { collecting }),
  })
}

/** Null until it is known. */
export const taxDue = (tax: TaxAnswer): TaxDue | null => ('incomplete' in tax ? null : tax)

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

/** As it was worked out last. */
export const storedTax = ({ tax }: Pick<CheckoutRow, 'tax'>): TaxDue | null =>
  tax === null ? null : z.parse(stored, tax)
