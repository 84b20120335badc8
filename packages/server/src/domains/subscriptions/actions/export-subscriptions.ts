import type { Readable } from 'node:stream'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { exportSubscriptions as contract } from '@guildhall/contract/subscriptions/subscriptions'
import type { Database } from '../../../platform/database/database.ts'
import { streamRows } from '../../../platform/database/stream-rows.ts'
import { exportedSubscriptions } from '../present/exported-subscription.ts'
import { subscriptionsToExport } from '../store/subscription-list.ts'

export const exportSubscriptions = (
  database: Pick<Database, 'transact'>,
  organizationId: Id<'organization'>,
  { columns, ...query }: QueryOf<typeof contract>,
): Promise<Readable> => {
  const { head, lineOf } = exportedSubscriptions(columns)
  return streamRows(database, {
    head,
    select: (tx) => subscriptionsToExport(tx, organizationId, query),
    textOf: lineOf,
  })
}
