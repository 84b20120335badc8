import type { Readable } from 'node:stream'
import type { QueryOf } from '@guildhall/contract/operation'
import type { exportOrders as contract } from '@guildhall/contract/orders/orders'
import type { Id } from '@guildhall/contract/primitives'
import type { Database } from '../../../platform/database/database.ts'
import { streamRows } from '../../../platform/database/stream-rows.ts'
import { exportedOrders } from '../present/exported-order.ts'
import { ordersToExport } from '../store/order-list.ts'

export const exportOrders = (
  database: Pick<Database, 'transact'>,
  organizationId: Id<'organization'>,
  { columns, ...query }: QueryOf<typeof contract>,
): Promise<Readable> => {
  const { head, lineOf } = exportedOrders(columns)
  return streamRows(database, {
    head,
    select: (tx) => ordersToExport(tx, organizationId, query),
    textOf: lineOf,
  })
}
