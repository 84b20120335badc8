import type { QueryOf } from '@guildhall/contract/operation'
import type { listCustomerBalanceEntries as contract } from '@guildhall/contract/orders/customer-balances'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Selectable } from 'kysely'
import type { CustomerBalanceEntryTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'

export interface BalanceEntryRow extends Selectable<CustomerBalanceEntryTable> {
  /** Null where its order isn’t placed. */
  readonly placedOrderId: Id<'order'> | null
  readonly actorName: string | null
}

/** A checkout reserves credit for an order that it may never place. */
const entries = (db: Kysely<Tables>, organizationId: Id<'organization'>) =>
  db
    .selectFrom('customerBalanceEntry')
    .leftJoin('orders', (join) =>
      join
        .onRef('orders.organizationId', '=', 'customerBalanceEntry.organizationId')
        .onRef('orders.id', '=', 'customerBalanceEntry.orderId'),
    )
    .leftJoin('person', (join) =>
      join
        .onRef('person.id', '=', 'customerBalanceEntry.actorId')
        .on('customerBalanceEntry.actorType', '=', 'user'),
    )
    .selectAll('customerBalanceEntry')
    .select(['orders.id as placedOrderId', 'person.name as actorName'])
    .where('customerBalanceEntry.organizationId', '=', organizationId)

type EntryKey = Pick<BalanceEntryRow, 'organizationId' | 'id'>

export const findBalanceEntry = (
  db: Kysely<Tables>,
  { organizationId, id }: EntryKey,
): Promise<BalanceEntryRow | undefined> =>
  entries(db, organizationId).where('customerBalanceEntry.id', '=', id).executeTakeFirst()

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

export const listBalanceEntries = (
  db: Kysely<Tables>,
  { organizationId, customerId }: OfCustomer,
  { currency, type, ...listing }: QueryOf<typeof contract>,
): Promise<Page<BalanceEntryRow>> => {
  const matching = entries(db, organizationId)
    .where('customerBalanceEntry.customerId', '=', customerId)
    .$if(currency !== undefined, (of) =>
      of.where('customerBalanceEntry.currency', 'in', currency ?? []),
    )
    .$if(type !== undefined, (of) => of.where('customerBalanceEntry.kind', 'in', type ?? []))
  return listPage(db, matching, listing, {
    columns: { created_at: 'customerBalanceEntry.createdAt' },
    id: 'customerBalanceEntry.id',
  })
}
