import type { BodyOf } from '@guildhall/contract/endpoint'
import type { updatePortalCustomer as contract } from '@guildhall/contract/portal/customer'
import { accept } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { type CustomerRow, presentCustomer, updateCustomer } from '../../customers/index.ts'
import { readTaxId } from '../../tax/index.ts'
import { decideTaxId } from '../rules/tax-id-wish.ts'

/** What a customer says of themselves, as the seller would have noted it. */
export function changeSelf(
  work: Work,
  customer: CustomerRow,
  { taxId, ...wish }: BodyOf<typeof contract>,
): Promise<CustomerRow> {
  const key = { organizationId: customer.organizationId, id: customer.id }
  if (taxId === undefined) return updateCustomer(work, key, wish)
  const address =
    wish.billingAddress === undefined
      ? presentCustomer(customer).billingAddress
      : wish.billingAddress
  const country = address?.country ?? null
  const read = accept(decideTaxId({ text: taxId, country, readTaxId }))
  return updateCustomer(work, key, { ...wish, taxId: read })
}
