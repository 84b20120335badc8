import * as contract from '@guildhall/contract/customers/customers'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  itemOf,
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from '../../organizations/index.ts'
import { updateCustomer } from '../actions/change-customer.ts'
import { createCustomer } from '../actions/create-customer.ts'
import { deleteCustomer } from '../actions/delete-customer.ts'
import type { CustomerParts } from '../actions/parts.ts'
import { presentCustomer } from '../actions/present-customer.ts'
import { listCustomers } from '../store/customer-list.ts'
import { type CustomerRow, findCustomerIn } from '../store/customers.ts'

/** Who buys from a seller, by our ids. */
export const customerRoutes = (parts: CustomerParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  getRoute(parts),
  updateRoute(parts),
  deleteRoute(parts),
]

const listRoute = (parts: CustomerParts) =>
  serve(contract.listCustomers, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listCustomers(kysely, organizationId, query)
    return pageAnswer(page, query, presentCustomer)
  })

const createRoute = (parts: CustomerParts) =>
  serve(contract.createCustomer, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const created = await createCustomer(unit, { ...body, organizationId })
      return call.finish(unit, presentCustomer(created))
    })
  })

const getRoute = (parts: CustomerParts) =>
  serve(contract.getCustomer, async ({ caller, params }) =>
    presentCustomer(await customerOf(parts, caller, params.id)),
  )

const updateRoute = (parts: CustomerParts) =>
  serve(contract.updateCustomer, async (call) => {
    const { caller, params, body } = call
    const customer = await customerOf(parts, caller, params.id)
    return sellerWork(parts, caller, customer.organizationId, async (unit) => {
      const updated = await updateCustomer(unit, customer, body)
      return call.finish(unit, presentCustomer(updated))
    })
  })

const deleteRoute = (parts: CustomerParts) =>
  serve(contract.deleteCustomer, async (call) => {
    const { caller, params } = call
    const customer = await customerOf(parts, caller, params.id)
    await sellerWork(parts, caller, customer.organizationId, async (unit) => {
      await deleteCustomer(unit, customer)
      await call.finish(unit, undefined)
    })
  })

const customerOf = (
  parts: CustomerParts,
  caller: Seller,
  id: Id<'customer'>,
): Promise<CustomerRow> => {
  const { reads } = parts.workshop.database
  return itemOf(parts, caller, (within) => findCustomerIn(reads, within, id))
}
