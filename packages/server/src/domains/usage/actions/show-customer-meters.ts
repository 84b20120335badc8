import type { Id } from '@guildhall/contract/primitives'
import type { CustomerMeter } from '@guildhall/contract/usage/customer-meters'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { byId, distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Page } from '../../../platform/database/listing.ts'
import { presentMeter } from '../../metering/present/meter.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { presentCustomerMeter } from '../present/customer-meter.ts'
import {
  type CustomerMeterFilters,
  type CustomerMeterRow,
  findCustomerMeterIn,
  listCustomerMeters,
} from '../store/customer-meters.ts'
import { consumedUnits } from './consumed-units.ts'

/** A customer meter without its customer. */
export type ShownCustomerMeter = Omit<CustomerMeter, 'customer'>

/** Shows rows of one organization, with their meters in one statement. */
export async function showCustomerMeters(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  rows: readonly CustomerMeterRow[],
): Promise<ShownCustomerMeter[]> {
  const meters = await findMeters(db, organizationId, distinct(rows.map((row) => row.meterId)))
  const meterOf = byId(meters)
  return rows.map((row) => {
    const meter = meterOf.get(row.meterId)
    assert(meter !== undefined, 'its row is never deleted')
    const consumed = formatDecimal(consumedUnits(row))
    return presentCustomerMeter({ ...row, consumed }, presentMeter(meter))
  })
}

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

type OwnFilters = Omit<CustomerMeterFilters, 'customerId' | 'externalCustomerId'>

/** Those of one customer. */
export async function listMetersOfCustomer(
  db: Kysely<Tables>,
  { organizationId, customerId }: OfCustomer,
  query: OwnFilters,
): Promise<Page<ShownCustomerMeter>> {
  const filters = { ...query, customerId: [customerId] }
  const { rows, total } = await listCustomerMeters(db, organizationId, filters)
  return { rows: await showCustomerMeters(db, organizationId, rows), total }
}

/** Null if it is of somebody else. */
export async function findMeterOfCustomer(
  db: Kysely<Tables>,
  { organizationId, customerId }: OfCustomer,
  id: Id<'customerMeter'>,
): Promise<ShownCustomerMeter | null> {
  const row = await findCustomerMeterIn(db, [organizationId], id)
  if (row?.customerId !== customerId) return null
  const [shown] = await showCustomerMeters(db, organizationId, [row])
  return shown ?? null
}
