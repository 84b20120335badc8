import type { Readable } from 'node:stream'
import type { exportCustomers as contract } from '@guildhall/contract/customers/customers'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { Database } from '../../../platform/database/database.ts'
import { streamRows } from '../../../platform/database/stream-rows.ts'
import { exportedCustomers } from '../present/exported-customer.ts'
import { customersToExport } from '../store/customer-list.ts'

export const exportCustomers = (
  database: Pick<Database, 'transact'>,
  organizationId: Id<'organization'>,
  { columns, ...query }: QueryOf<typeof contract>,
): Promise<Readable> => {
  const { head, lineOf } = exportedCustomers(columns)
  return streamRows(database, {
    head,
    select: (tx) => customersToExport(tx, organizationId, query),
    textOf: lineOf,
  })
}
