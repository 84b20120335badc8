import type { BodyOf } from '@guildhall/contract/operation'
import type { updatePortalCustomer as contract } from '@guildhall/contract/portal/customer'
import { accept } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type CustomerRow, presentCustomer, updateCustomer } from '../../customers/index.ts'
import { readTaxId } from '../../tax/index.ts'
import { decideTaxId } from '../rules/tax-id.ts'

/** Saves what customers change about themselves, with the tax id in its normal form. */
export function updatePortalCustomer(
  uow: UnitOfWork,
  customer: CustomerRow,
  { taxId, ...input }: BodyOf<typeof contract>,
): Promise<CustomerRow> {
  const key = { organizationId: customer.organizationId, id: customer.id }
  if (taxId === undefined) return updateCustomer(uow, key, input)
  const address =
    input.billingAddress === undefined
      ? presentCustomer(customer).billingAddress
      : input.billingAddress
  const country = address?.country ?? null
  const read = accept(decideTaxId({ text: taxId, country, readTaxId }))
  return updateCustomer(uow, key, { ...input, taxId: read })
}
