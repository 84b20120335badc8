import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/db-types.gen.ts'
import type { Claim } from '../process-life.ts'
import { atOnce, type DueInstant, type DueKind } from './due-list.ts'

/** Somebody should look for this work there, once it is committed. */
export interface DueNote {
  readonly kind: DueKind
  readonly organizationId: Id<'organization'>
}

/** A statement, or a part of one. */
export const insertionOf = (notes: readonly DueNote[]): RawBuilder<unknown> => sql`
  insert into due_note (kind, organization_id, due_at)
  select kind, organization_id, ${atOnce}::timestamptz
    from unnest(${notes.map(({ kind }) => kind)}::text[],
                ${notes.map(({ organizationId }) => organizationId)}::uuid[])
         as noted (kind, organization_id)`

export interface TakenNote {
  readonly organizationId: Id<'organization'>
  readonly id: number
  /** Whether work was just committed. */
  readonly isFresh: boolean
}

interface Taking extends Claim {
  readonly kind: DueKind
  readonly except: readonly Id<'organization'>[]
  readonly max: number
}

/**
 * Takes notes that are due, those due longest first, with all others of the same organizations,
 * which a look makes superfluous. Notes that somebody else is taking are skipped.
 */
export async function takeNotes(db: Kysely<Tables>, taking: Taking): Promise<TakenNote[]> {
  const { kind, claimant, now, until, except, max } = taking
  const { rows } = await sql<TakenNote>`
    with due as materialized (
      select organization_id from due_note
       where kind = ${kind} and due_at <= ${now} and organization_id <> all(${except}::uuid[])
       order by due_at, id limit ${max} for update skip locked),
    taken as materialized (
      select organization_id, id, due_at from due_note
       where kind = ${kind} and organization_id in (select organization_id from due)
         for update skip locked)
    update due_note n set due_at = ${until}, taken_by = ${claimant}
      from taken t
     where n.kind = ${kind} and n.organization_id = t.organization_id and n.id = t.id
    returning n.organization_id, n.id, t.due_at = ${atOnce} as is_fresh`.execute(db)
  return rows
}

/** Somebody else looks instead of dead processes. Returns what for. */
export async function freeNotes(
  tx: Transaction<Tables>,
  processIds: readonly Id<'process'>[],
): Promise<DueKind[]> {
  const { rows } = await sql<{ kind: DueKind }>`
    update due_note set due_at = ${atOnce}, taken_by = null
     where taken_by = any(${processIds}::uuid[])
    returning kind`.execute(tx)
  return rows.map(({ kind }) => kind)
}

interface Looked {
  readonly kind: DueKind
  readonly taken: readonly TakenNote[]
  readonly next: readonly DueInstant[]
}

/** Replaces notes after a look. What was noted meanwhile stays. */
export async function replaceNotes(
  db: Kysely<Tables>,
  { kind, taken, next }: Looked,
): Promise<void> {
  await sql`
    with looked as (
      select organization_id, id from due_note
       where kind = ${kind}
         and organization_id = any(${taken.map(({ organizationId }) => organizationId)}::uuid[])
         and id = any(${taken.map(({ id }) => id)}::bigint[])
       order by organization_id, id for update),
    gone as (
      delete from due_note n using looked l
       where n.kind = ${kind} and n.organization_id = l.organization_id and n.id = l.id)
    insert into due_note (kind, organization_id, due_at)
    select ${kind}, organization_id, due_at from ${asRows(next)}`.execute(db)
}

/** Adds what no note says yet. */
export async function addMissingNotes(
  db: Kysely<Tables>,
  kind: DueKind,
  found: readonly DueInstant[],
): Promise<void> {
  if (found.length === 0) return
  await sql`
    insert into due_note (kind, organization_id, due_at)
    select ${kind}, organization_id, due_at from ${asRows(found)}
     where not exists (
       select from due_note n
        where n.kind = ${kind} and n.organization_id = instants.organization_id
          and n.due_at <= instants.due_at)`.execute(db)
}

const asRows = (instants: readonly DueInstant[]): RawBuilder<unknown> => sql`
  unnest(${instants.map(({ organizationId }) => organizationId)}::uuid[],
         ${instants.map(({ dueAt }) => dueAt)}::timestamptz[])
    as instants (organization_id, due_at)`
