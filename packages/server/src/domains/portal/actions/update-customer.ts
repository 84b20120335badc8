import type { BodyOf } from '@guildhall/contract/operation'
import type { updatePortalCustomer as contract } from '@guildhall/contract/portal/customer'
import { accept } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockCallingCustomer } from '../../customers/actions/customer-unit-of-work.ts'
import { updateCustomer } from '../../customers/actions/update-customer.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import type { CustomerCaller } from '../../customers/store/customer-sessions.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import { readTaxId } from '../../tax/rules/tax-id.ts'
import { decideEmail } from '../rules/email-change.ts'
import { decideTaxId } from '../rules/tax-id.ts'
import { deleteEmailChange } from '../store/email-changes.ts'
import type { PortalDeps } from './deps.ts'
import { requestEmailChange } from './request-email-change.ts'

interface PortalUpdate {
  readonly caller: CustomerCaller
  readonly body: BodyOf<typeof contract>
}

/** Saves what customers change about themselves. A new address waits for its code. */
export async function updatePortalCustomer(
  uow: UnitOfWork,
  deps: PortalDeps,
  { caller, body: { email: given = null, ...input } }: PortalUpdate,
): Promise<CustomerRow> {
  const customer = await lockCallingCustomer(uow, caller)
  const { spelling, moveTo, withdraws } = decideEmail(customer, given)
  if (withdraws) await deleteEmailChange(uow.tx, customer)
  if (moveTo !== null) await requestEmailChange(uow, deps, customer, moveTo)
  const update = {
    ...detailsOf(customer, input),
    ...(spelling !== null && { email: spelling }),
  }
  return updateCustomer(uow, deps, { key: customer, update })
}

/** With the tax id in its normal form. */
function detailsOf(
  customer: CustomerRow,
  { taxId, ...input }: Omit<BodyOf<typeof contract>, 'email'>,
) {
  if (taxId === undefined) return input
  const address =
    input.billingAddress === undefined
      ? presentCustomer(customer).billingAddress
      : input.billingAddress
  const country = address?.country ?? null
  return { ...input, taxId: accept(decideTaxId({ text: taxId, country, readTaxId })) }
}
