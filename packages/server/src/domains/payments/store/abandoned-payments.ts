import { type Kysely, type RawBuilder, sql } from 'kysely'
import { groupBy } from '../../../kernel/indexing.ts'
import type { RowsOf } from '../../../platform/database/claim-by-organization.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { isOfOneOf } from '../../../platform/database/of-organization.ts'
import type { DueInstant, DueList } from '../../../platform/due/due-list.ts'
import type { Claim } from '../../../platform/process-life.ts'
import type { PaymentRow } from './payments.ts'

export type AbandonedPayment = Pick<
  PaymentRow,
  'organizationId' | 'id' | 'startedAt' | 'paymentMethodId' | 'confirmBy'
>

/**
 * Claims some payments of an organization whose check is due. Batches of concurrent sweeps don’t
 * overlap.
 */
export async function claimAbandonedPayments(
  db: Kysely<Tables>,
  { claimant, now, until, organizationId, max }: Claim & RowsOf,
): Promise<AbandonedPayment[]> {
  const { rows } = await sql<AbandonedPayment>`
    with due as materialized (
      select id from payment
       where organization_id = ${organizationId} and status = 'pending' and resume_at <= ${now}
       order by resume_at limit ${max}
         for no key update skip locked)
    update payment p set resume_at = ${until}, claimed_by = ${claimant}
      from due
     where p.organization_id = ${organizationId} and p.id = due.id
    returning p.organization_id, p.id, p.started_at, p.payment_method_id, p.confirm_by`.execute(db)
  return rows
}

/** The organizations with payments to be checked, and when. */
export const paymentsToResume: DueList = {
  kind: 'payments.resume',
  leaseMilliseconds: 60_000,
  findNext: (db, organizationIds) =>
    findChecks(db, sql`${isOfOneOf('organization_id', organizationIds)} and resume_at is not null`),
  findAll: (db, until) => findChecks(db, sql`resume_at <= ${until}`),
  claims: {
    table: 'payment',
    claimant: 'claimed_by',
    areClaimed: (now) => sql`status = 'pending' and resume_at > ${now}`,
    freed: (now) => sql`resume_at = ${now}`,
  },
}

async function findChecks(
  db: Kysely<Tables>,
  some: RawBuilder<unknown>,
): Promise<readonly DueInstant[]> {
  const { rows } = await sql<DueInstant>`
    select organization_id, min(resume_at) as due_at from payment
     where status = 'pending' and ${some}
     group by organization_id`.execute(db)
  return rows
}

interface NextCheck extends Pick<PaymentRow, 'organizationId' | 'id'> {
  readonly resumeAt: Date | null
}

/** Schedules the next check of those that haven’t ended meanwhile. */
export async function saveNextChecks(
  db: Kysely<Tables>,
  checks: readonly NextCheck[],
): Promise<void> {
  const byOrganization = groupBy(checks, ({ organizationId }) => organizationId)
  for (const [organizationId, own] of byOrganization) {
    const input = jsonRows(own.map((check) => ({ ...check })))
    await sql`
      with input as (
        select t.* from jsonb_populate_recordset(null::payment, ${input}::jsonb) t),
      locked as (
        select p.id from payment p join input using (id)
         where p.organization_id = ${organizationId} and p.status = 'pending'
         order by p.id for no key update of p)
      update payment p set resume_at = t.resume_at, claimed_by = null
        from input t join locked using (id)
       where p.organization_id = ${organizationId} and p.id = t.id
         and p.status = 'pending'`.execute(db)
  }
}
