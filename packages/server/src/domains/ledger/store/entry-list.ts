import type { QueryOf } from '@guildhall/contract/endpoint'
import type { listBalanceEntries as contract } from '@guildhall/contract/ledger/balance'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Selectable } from 'kysely'
import type { JournalTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import { type ChangeRow, listChanges } from './balances.ts'

/** A journal with what it changed on the accounts. */
export interface EntryRow extends Selectable<JournalTable> {
  readonly change: ChangeRow | undefined
}

/** The page first, then in one statement what all of its journals changed. */
export async function listEntries(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { type, orderId, ...listing }: QueryOf<typeof contract>,
): Promise<Page<EntryRow>> {
  const matching = db
    .selectFrom('journal')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(type !== undefined, (of) => of.where('kind', 'in', type ?? []))
    .$if(orderId !== undefined, (of) => of.where('orderId', 'in', orderId ?? []))
  const columns = { created_at: 'occurredAt' } as const
  const { rows, total } = await listPage(db, matching, listing, { columns, id: 'id' })
  const ids = rows.map(({ id }) => id)
  const changes = await listChanges(db, organizationId, ids)
  const changeOf = new Map(changes.map((change) => [change.journalId, change]))
  return { rows: rows.map((row) => ({ ...row, change: changeOf.get(row.id) })), total }
}
