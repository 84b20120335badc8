import type { listBalanceEntries as contract } from '@guildhall/contract/ledger/balance'
import type { EntryKind } from '@guildhall/contract/ledger/shapes'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { JournalEntryTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { insertedRows } from '../../../platform/database/json-rows.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import { isOfOneOf, organizationsOf } from '../../../platform/database/of-organization.ts'
import type { Line, Lines } from '../rules/postings.ts'
import { type ChangeRow, listChanges } from './balances.ts'

export interface NewEntry {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'journalEntry'>
  readonly kind: EntryKind
  /** Names what is posted, which is posted once. */
  readonly source: string
  readonly orderId: Id<'order'> | null
  readonly paymentId: Id<'payment'> | null
  readonly refundId: Id<'refund'> | null
  readonly disputeId: string | null
  readonly occurredAt: Date
  readonly currency: Currency
  readonly lines: Lines
  /** The source of an entry that must exist; without it this one isn’t posted. */
  readonly after?: string
}

/**
 * Any number of entries with their lines in one round trip. Skips those posted before. On a cluster
 * one statement for both would send the entries to all nodes, and fail where one of them is away.
 */
export async function insertEntries(
  tx: Transaction<Tables>,
  entries: readonly NewEntry[],
): Promise<void> {
  const wanted = await withPredecessors(tx, entries)
  if (wanted.length === 0) return
  const input = jsonText(
    wanted.map((entry) => ({
      ...entry,
      occurredAt: entry.occurredAt.toISOString(),
      lines: entry.lines.map((line) => ({ ...line })),
    })),
  )
  const organizationIds = organizationsOf(wanted)
  await inOrder(tx, [
    () => insertWithoutLines(tx, wanted),
    () => insertLines(tx, input, organizationIds),
  ])
}

const insertWithoutLines = (
  tx: Transaction<Tables>,
  entries: readonly NewEntry[],
): Promise<unknown> =>
  sql`
    insert into journal_entry
      ${insertedRows('journalEntry', entryColumns, entries)}
    on conflict on constraint journal_entry_source do nothing`.execute(tx)

const entryColumns = [
  'organizationId',
  'id',
  'kind',
  'source',
  'orderId',
  'paymentId',
  'refundId',
  'disputeId',
  'occurredAt',
] as const

/** Of those just posted: what was posted before has another id. */
const insertLines = (
  tx: Transaction<Tables>,
  input: string,
  organizationIds: readonly Id<'organization'>[],
): Promise<unknown> =>
  sql`
    insert into entry_line (organization_id, entry_id, ordinal, account, place, currency, debit,
                            credit)
    select e.organization_id, e.id, l.ordinal, l.line ->> 'account', l.line ->> 'place',
           i ->> 'currency', (l.line ->> 'debit')::bigint, (l.line ->> 'credit')::bigint
      from journal_entry e
      join jsonb_array_elements(${input}::jsonb) i
        on e.organization_id = (i ->> 'organizationId')::uuid and e.id = (i ->> 'id')::uuid
     cross join lateral jsonb_array_elements(i -> 'lines') with ordinality as l (line, ordinal)
     where ${isOfOneOf('e.organization_id', organizationIds)}`.execute(tx)

/** Without those whose predecessor wasn’t posted. */
async function withPredecessors(
  db: Kysely<Tables>,
  entries: readonly NewEntry[],
): Promise<readonly NewEntry[]> {
  const followers = entries.filter(({ after }) => after !== undefined)
  if (followers.length === 0) return entries
  const rows = await db
    .selectFrom('journalEntry')
    .select(['organizationId', 'source'])
    .where('organizationId', 'in', [...new Set(followers.map((one) => one.organizationId))])
    .where('source', 'in', [...new Set(followers.map(({ after = '' }) => after))])
    .execute()
  const posted = new Set(rows.map(({ organizationId, source }) => `${organizationId} ${source}`))
  return entries.filter(
    ({ organizationId, after }) => after === undefined || posted.has(`${organizationId} ${after}`),
  )
}

interface DisputeKey {
  readonly organizationId: Id<'organization'>
  /** The id at the processor. */
  readonly disputeId: string
}

/** What a dispute took, by the sources of its entries. */
export async function findTakenBy(
  db: Kysely<Tables>,
  { organizationId, disputeId }: DisputeKey,
): Promise<ReadonlyMap<string, Lines>> {
  const { rows } = await sql<Line & Pick<NewEntry, 'source'>>`
    select e.source, l.account, l.place, l.debit, l.credit
      from journal_entry e
      join entry_line l on l.organization_id = e.organization_id and l.entry_id = e.id
     where e.organization_id = ${organizationId} and e.kind = 'dispute'
       and (e.source = ${`dispute:${disputeId}`}
            or starts_with(e.source, ${`dispute:${disputeId}:`}))
     order by e.source, l.ordinal`.execute(db)
  const taken = new Map<string, Line[]>()
  for (const { source, ...line } of rows) {
    taken.set(source, [...(taken.get(source) ?? []), line])
  }
  return taken
}

/** An entry with what it changed on the accounts. */
export interface EntryRow extends Selectable<JournalEntryTable> {
  readonly change: ChangeRow | undefined
}

/** One page of entries, and then in one statement what they changed. */
export async function listEntries(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { type, orderId, ...listing }: QueryOf<typeof contract>,
): Promise<Page<EntryRow>> {
  const matching = db
    .selectFrom('journalEntry')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(type !== undefined, (of) => of.where('kind', 'in', type ?? []))
    .$if(orderId !== undefined, (of) => of.where('orderId', 'in', orderId ?? []))
  const columns = { created_at: 'occurredAt' } as const
  const { rows, total } = await listPage(db, matching, listing, { columns, id: 'id' })
  const ids = rows.map(({ id }) => id)
  const changes = await listChanges(db, organizationId, ids)
  const changeOf = new Map(changes.map((change) => [change.entryId, change]))
  return { rows: rows.map((row) => ({ ...row, change: changeOf.get(row.id) })), total }
}
