import * as contract from '@guildhall/contract/customers/customers'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from '../../organizations/index.ts'
import { updateCustomer, upsertCustomer } from '../actions/change-customer.ts'
import { deleteCustomer } from '../actions/delete-customer.ts'
import type { CustomerParts } from '../actions/parts.ts'
import { presentCustomer } from '../actions/present-customer.ts'
import { type CustomerRow, findExternalCustomer } from '../store/customers.ts'

/** The same customers, by the ids that the seller's own system has for them. */
export const externalCustomerRoutes = (parts: CustomerParts): readonly EndpointRoute[] => [
  getRoute(parts),
  updateRoute(parts),
  upsertRoute(parts),
  deleteRoute(parts),
]

const getRoute = (parts: CustomerParts) =>
  serve(contract.getExternalCustomer, async ({ caller, params, query }) =>
    presentCustomer(await customerOf(parts, caller, { ...params, ...query })),
  )

const updateRoute = (parts: CustomerParts) =>
  serve(contract.updateExternalCustomer, async (call) => {
    const { caller, params, query, body } = call
    const customer = await customerOf(parts, caller, { ...params, ...query })
    return sellerWork(parts, caller, customer.organizationId, async (unit) => {
      const updated = await updateCustomer(unit, customer, body)
      return call.finish(unit, presentCustomer(updated))
    })
  })

const upsertRoute = (parts: CustomerParts) =>
  serve(contract.upsertCustomer, async (call) => {
    const { caller, params, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const customer = await upsertCustomer(unit, { ...body, ...params, organizationId })
      return call.finish(unit, presentCustomer(customer))
    })
  })

const deleteRoute = (parts: CustomerParts) =>
  serve(contract.deleteExternalCustomer, async (call) => {
    const { caller, params, query } = call
    const customer = await customerOf(parts, caller, { ...params, ...query })
    await sellerWork(parts, caller, customer.organizationId, async (unit) => {
      await deleteCustomer(unit, customer)
      await call.finish(unit, undefined)
    })
  })

interface Named {
  readonly externalId: string
  readonly organizationId?: readonly Id<'organization'>[] | undefined
}

/** An external id says nothing of the organization: a token does, and a person must. */
async function customerOf(
  parts: CustomerParts,
  caller: Seller,
  { externalId, organizationId: named }: Named,
): Promise<CustomerRow> {
  const organizationId = await organizationListed(parts, caller, named)
  const { kysely } = parts.workshop.database
  const found =
    organizationId === null
      ? undefined
      : await findExternalCustomer(kysely, { organizationId, externalId })
  if (found === undefined) throw new Problem('not_found')
  return found
}
