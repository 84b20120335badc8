import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  isOfOneOf,
  isOfOrganization,
  organizationsOf,
} from '../../../platform/database/of-organization.ts'
import { watched } from '../../../platform/due/watched.ts'
import type { UsageLimitRow } from './usage-limits.ts'

export const limitsPerPage = 500

/** The organizations with limits that have thresholds. */
export const limitsToWatch = watched({
  kind: 'limits.tell_thresholds',
  leaseMilliseconds: 60_000,
  table: sql`usage_limit`,
  isWatched: sql`thresholds <> '{}'`,
})

interface LimitKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'usageLimit'>
}

export interface NotifyingLimit extends UsageLimitRow {
  /** By the organization’s clock. */
  readonly now: Date
}

interface Page {
  readonly organizationIds: readonly Id<'organization'>[]
  readonly behind: LimitKey | null
  readonly now: Date
}

/** A page of limits with thresholds, behind this one. */
export async function listNotifyingLimits(
  db: Kysely<Tables>,
  { organizationIds, behind, now }: Page,
): Promise<readonly NotifyingLimit[]> {
  const isOf = (alias: string) => isOfOrganization({ alias, row: 'l', organizationIds })
  const { rows } = await sql<NotifyingLimit>`
    select l.*, coalesce(f.frozen_at, ${now}) as now
      from usage_limit l
      join customer_reference c on ${isOf('c')} and c.id = l.customer_id
      left join frozen_clock f on ${isOf('f')}
     where ${isOfOneOf('l.organization_id', organizationIds)} and l.thresholds <> '{}'
       and (${behind === null} or (l.organization_id, l.id)
             > (${behind?.organizationId ?? null}::uuid, ${behind?.id ?? null}::uuid))
     order by l.organization_id, l.id
     limit ${limitsPerPage}`.execute(db)
  return rows
}

interface AlertRow {
  readonly limitId: Id<'usageLimit'>
  readonly periodStart: string
  readonly threshold: number
}

/** Which thresholds of these limits were announced, in any period. */
export async function findAlerts(
  db: Kysely<Tables>,
  limits: readonly LimitKey[],
): Promise<readonly AlertRow[]> {
  const organizationIds = organizationsOf(limits)
  const { rows } = await sql<AlertRow>`
    select a.usage_limit_id as "limitId", a.period_start::text as "periodStart", a.threshold
      from unnest(${limits.map(({ organizationId }) => organizationId)}::uuid[],
                  ${limits.map(({ id }) => id)}::uuid[]) as l (organization_id, id)
      join usage_alert a on ${isOfOrganization({ alias: 'a', row: 'l', organizationIds })}
       and a.usage_limit_id = l.id`.execute(db)
  return rows
}

interface Alert extends LimitKey {
  readonly periodStart: string
  readonly thresholds: readonly number[]
  readonly now: Date
}

/** The thresholds that were not announced before, if the limit is still there. */
export async function insertAlerts(
  tx: Transaction<Tables>,
  { organizationId, id, periodStart, thresholds, now }: Alert,
): Promise<readonly number[]> {
  const { rows } = await sql<{ threshold: number }>`
    insert into usage_alert
      (organization_id, usage_limit_id, period_start, threshold, created_at)
    select l.organization_id, l.id, ${periodStart}::timestamptz, threshold, ${now}
      from usage_limit l, unnest(${thresholds}::int[]) as threshold
     where l.organization_id = ${organizationId} and l.id = ${id}
        on conflict do nothing
    returning threshold`.execute(tx)
  return rows.map(({ threshold }) => threshold)
}
