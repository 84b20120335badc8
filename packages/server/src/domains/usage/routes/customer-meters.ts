import type { Id } from '@guildhall/contract/primitives'
import type { CustomerMeter } from '@guildhall/contract/usage/customer-meters'
import * as contract from '@guildhall/contract/usage/customer-meters'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct } from '../../../kernel/indexing.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { getForSeller, resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import type { UsageDeps } from '../actions/deps.ts'
import { showCustomerMeters } from '../actions/show-customer-meters.ts'
import {
  type CustomerMeterRow,
  findCustomerMeterIn,
  listCustomerMeters,
} from '../store/customer-meters.ts'

export const customerMeterRoutes = (deps: UsageDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
]

const listRoute = (deps: UsageDeps) =>
  serve(contract.listCustomerMeters, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return pageAnswer(emptyPage, query, (none: never) => none)
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listCustomerMeters(kysely, organizationId, query)
    const shown = await show(deps, organizationId, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const getRoute = (deps: UsageDeps) =>
  serve(contract.getCustomerMeter, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await getForSeller(deps, caller, (within) =>
      findCustomerMeterIn(kysely, within, params.id),
    )
    const [shown] = await show(deps, row.organizationId, [row])
    assert(shown !== undefined, 'every row is shown')
    return shown
  })

/** With the customers and the meters of all rows, in two statements. */
async function show(
  { uowFactory }: UsageDeps,
  organizationId: Id<'organization'>,
  rows: readonly CustomerMeterRow[],
): Promise<CustomerMeter[]> {
  const { kysely } = uowFactory.database
  const [customers, shown] = await Promise.all([
    findCustomersByIds(kysely, organizationId, distinct(rows.map((row) => row.customerId))),
    showCustomerMeters(kysely, organizationId, rows),
  ])
  const customerOf = byId(customers)
  return shown.map((one) => {
    const customer = customerOf.get(one.customerId)
    assert(customer !== undefined, 'its row is never deleted')
    return { ...one, customer: presentCustomer(customer) }
  })
}
