import * as contract from '@guildhall/contract/customers/customers'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  actorOf,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { deleteCustomer } from '../actions/delete-customer.ts'
import type { CustomerChangeDeps, CustomerDeps } from '../actions/deps.ts'
import { updateCustomerAsSeller, upsertCustomer } from '../actions/update-customer.ts'
import { presentCustomer } from '../present/customer.ts'
import { type CustomerRow, findExternalCustomer } from '../store/customers.ts'

/** The same customers by the ids of the seller's own system. */
export const externalCustomerRoutes = (deps: CustomerChangeDeps): readonly OperationRoute[] => [
  getRoute(deps),
  updateRoute(deps),
  upsertRoute(deps),
  deleteRoute(deps),
]

const getRoute = (deps: CustomerDeps) =>
  serve(contract.getExternalCustomer, async ({ caller, params, query }) =>
    presentCustomer(await requireCustomer(deps, caller, { ...params, ...query })),
  )

const updateRoute = (deps: CustomerChangeDeps) =>
  serve(contract.updateExternalCustomer, async (call) => {
    const { caller, params, query, body } = call
    const customer = await requireCustomer(deps, caller, { ...params, ...query })
    return sellerUnitOfWork(deps, caller, customer.organizationId, async (uow) => {
      const updated = await updateCustomerAsSeller(uow, deps, { key: customer, update: body })
      return call.finish(uow, presentCustomer(updated))
    })
  })

const upsertRoute = (deps: CustomerChangeDeps) =>
  serve(contract.upsertCustomer, async (call) => {
    const { caller, params, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const customer = await upsertCustomer(uow, deps, { ...body, ...params, organizationId })
      return call.finish(uow, presentCustomer(customer))
    })
  })

const deleteRoute = (deps: CustomerChangeDeps) =>
  serve(contract.deleteExternalCustomer, async (call) => {
    const { caller, params, query } = call
    const customer = await requireCustomer(deps, caller, { ...params, ...query })
    const choice = {
      forfeitsBalance: query.forfeitBalance,
      isErased: query.anonymize,
      actor: actorOf(caller),
    }
    await sellerUnitOfWork(deps, caller, customer.organizationId, async (uow) => {
      await deleteCustomer(uow, deps, { key: customer, ...choice })
      await call.finish(uow, undefined)
    })
  })

interface ExternalReference {
  readonly externalId: string
  readonly organizationId?: readonly Id<'organization'>[] | undefined
}

/** An external id is unique per organization only, so persons must name the organization. */
async function requireCustomer(
  deps: CustomerDeps,
  caller: SellerCaller,
  { externalId, organizationId: requested }: ExternalReference,
): Promise<CustomerRow> {
  const organizationId = await resolveOrganizationFilter(deps, caller, requested)
  const { kysely } = deps.uowFactory.database
  const found =
    organizationId === null
      ? undefined
      : await findExternalCustomer(kysely, { organizationId, externalId })
  if (found === undefined) throw new Problem('not_found')
  return found
}
