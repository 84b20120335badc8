import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/usage/customer-meters'
import { assert } from '../../../kernel/assert.ts'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { byId, distinct } from '../../../kernel/indexing.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findCustomersByIds, presentCustomer } from '../../customers/index.ts'
import { findMeters, presentMeter } from '../../metering/index.ts'
import { getForSeller, resolveOrganizationFilter } from '../../organizations/index.ts'
import { consumedUnits } from '../actions/consumed-units.ts'
import type { UsageDeps } from '../actions/deps.ts'
import { presentCustomerMeter } from '../present/customer-meter.ts'
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
    return pageAnswer({ rows, total }, query, await presenterOf(deps, organizationId, rows))
  })

const getRoute = (deps: UsageDeps) =>
  serve(contract.getCustomerMeter, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await getForSeller(deps, caller, (within) =>
      findCustomerMeterIn(kysely, within, params.id),
    )
    const present = await presenterOf(deps, row.organizationId, [row])
    return present(row)
  })

/** With the customers and the meters of all rows, in two statements. */
async function presenterOf(
  { uowFactory }: UsageDeps,
  organizationId: Id<'organization'>,
  rows: readonly CustomerMeterRow[],
) {
  const { kysely } = uowFactory.database
  const [customers, meters] = await Promise.all([
    findCustomersByIds(kysely, organizationId, distinct(rows.map((row) => row.customerId))),
    findMeters(kysely, organizationId, distinct(rows.map((row) => row.meterId))),
  ])
  const [customerOf, meterOf] = [byId(customers), byId(meters)]
  return (row: CustomerMeterRow) => {
    const [customer, meter] = [customerOf.get(row.customerId), meterOf.get(row.meterId)]
    assert(customer !== undefined && meter !== undefined, 'their rows are never deleted')
    const consumed = formatDecimal(consumedUnits(row))
    const shown = { customer: presentCustomer(customer), meter: presentMeter(meter) }
    return presentCustomerMeter({ ...row, consumed }, shown)
  }
}
