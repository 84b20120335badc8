import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SandboxDisputeTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import {
  isOfOneOf,
  isOfOrganization,
  organizationsOf,
} from '../../../platform/database/of-organization.ts'
import { atOnce, type DueInstant, type DueList } from '../../../platform/due/due-list.ts'
import { type SandboxDispute, sandboxDisputeDays } from '../rules/sandbox.ts'
import type { SandboxIntentRow, SandboxKey } from './sandbox.ts'

interface NewDispute {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'sandboxDispute'>
  readonly intentId: Id<'sandboxIntent'>
  readonly outcome: SandboxDispute
}

/** Skips those whose intent isn’t there: its idempotency key was used before. */
export async function insertDisputes(
  tx: Transaction<Tables>,
  disputes: readonly NewDispute[],
  now: Date,
): Promise<void> {
  const input = jsonRows(disputes.map((dispute) => ({ ...dispute })))
  const organizationIds = organizationsOf(disputes)
  const isOf = (alias: string) => isOfOrganization({ alias, row: 'd', organizationIds })
  await sql`
    insert into sandbox_dispute (organization_id, id, intent_id, status, outcome, decides_at,
                                 created_at)
    select d.organization_id, d.id, d.intent_id,
           case when d.outcome = 'warning' then 'warning' else 'needs_response' end, d.outcome,
           case when d.outcome <> 'warning'
                then coalesce(k.frozen_at, ${now}) + make_interval(days => ${sandboxDisputeDays}) end,
           coalesce(k.frozen_at, ${now})
      from jsonb_populate_recordset(null::sandbox_dispute, ${input}::jsonb) d
      join sandbox_intent i on ${isOf('i')} and i.id = d.intent_id
      left join frozen_clock k on ${isOf('k')}`.execute(tx)
}

/** A dispute with the intent that it is about. */
export type SandboxDisputeRow = Selectable<SandboxDisputeTable> &
  Pick<SandboxIntentRow, 'amount' | 'metadata'>

export const findDispute = (
  db: Kysely<Tables>,
  { organizationId, id }: SandboxKey<'sandboxDispute'>,
): Promise<SandboxDisputeRow | undefined> =>
  db
    .selectFrom('sandboxDispute')
    .innerJoin('sandboxIntent', (join) =>
      join
        .onRef('sandboxIntent.organizationId', '=', 'sandboxDispute.organizationId')
        .onRef('sandboxIntent.id', '=', 'sandboxDispute.intentId'),
    )
    .selectAll('sandboxDispute')
    .select(['sandboxIntent.amount', 'sandboxIntent.metadata'])
    .where('sandboxDispute.organizationId', '=', organizationId)
    .where('sandboxDispute.id', '=', id)
    .executeTakeFirst()

export type DueDispute = SandboxKey<'sandboxDispute'>

const dueAtOnceMax = 100

/** The organizations with disputes to decide, and when. */
export const disputesToDecide: DueList = {
  kind: 'subscriptions.decide_sandbox_disputes',
  leaseMilliseconds: 60_000,
  findNext: async (db, organizationIds) => {
    const isOf = (alias: string) => isOfOrganization({ alias, row: 'o', organizationIds })
    const { rows } = await sql<DueInstant>`
      select o.organization_id, ${realInstant} as due_at
        from unnest(${organizationIds}::uuid[]) as o (organization_id)
       cross join lateral (
         select decides_at from sandbox_dispute d
          where ${isOf('d')} and d.status = 'needs_response'
          order by d.decides_at limit 1) d
        left join frozen_clock k on ${isOf('k')}
       where ${realInstant} is not null`.execute(db)
    return rows
  },
  findAll: async (db, until) => {
    const { rows } = await sql<DueInstant>`
      select d.organization_id, min(${realInstant}) as due_at
        from sandbox_dispute d
        left join frozen_clock k on k.organization_id = d.organization_id
       where d.status = 'needs_response' and d.decides_at <= coalesce(k.frozen_at, ${until})
       group by d.organization_id`.execute(db)
    return rows
  },
}

/** What is to be decided by a stopped clock is due, and nothing else is. */
const realInstant = sql`
  case when k.frozen_at is null then d.decides_at
       when d.decides_at <= k.frozen_at then ${atOnce}::timestamptz end`

interface RealTime {
  readonly organizationIds: readonly Id<'organization'>[]
  readonly now: Date
}

/** Some that are to be decided, by the real time or where a clock is stopped by that. */
export async function listDueDisputes(
  db: Kysely<Tables>,
  { organizationIds, now }: RealTime,
): Promise<DueDispute[]> {
  const { rows } = await sql<DueDispute>`
    select d.organization_id as "organizationId", d.id
      from sandbox_dispute d
      left join frozen_clock k
        on ${isOfOrganization({ alias: 'k', row: 'd', organizationIds })}
     where ${isOfOneOf('d.organization_id', organizationIds)} and d.status = 'needs_response'
       and d.decides_at <= coalesce(k.frozen_at, ${now})
     order by d.decides_at, d.id
     limit ${dueAtOnceMax}`.execute(db)
  return rows
}

/** When the next one is decided in an organization whose clock is stopped. */
export async function findNextDecision(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(d.decides_at) as next
      from sandbox_dispute d
      join frozen_clock k on k.organization_id = d.organization_id
     where d.organization_id = ${organizationId} and d.status = 'needs_response'
       and d.decides_at > k.frozen_at`.execute(db)
  return rows[0]?.next ?? null
}

/** False where it was decided before. */
export async function decideDispute(
  tx: Transaction<Tables>,
  { organizationId, id }: DueDispute,
): Promise<boolean> {
  const decided = await tx
    .updateTable('sandboxDispute')
    .set({ status: sql`outcome` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'needs_response')
    .returning('id')
    .executeTakeFirst()
  return decided !== undefined
}
