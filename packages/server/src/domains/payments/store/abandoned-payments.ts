import { type Kysely, sql } from 'kysely'
import { groupBy } from '../../../kernel/indexing.ts'
import {
  claimByOrganization,
  type RowsOf,
} from '../../../platform/database/claim-by-organization.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { PaymentRow } from './payments.ts'

export type AbandonedPayment = Pick<
  PaymentRow,
  'organizationId' | 'id' | 'startedAt' | 'paymentMethodId' | 'confirmBy'
>

interface Claim {
  readonly now: Date
  /** By then the claiming process has checked them, or has died. */
  readonly until: Date
  readonly max: number
}

/**
 * Claims a batch of the payments whose check is due. Batches of concurrent sweeps don’t overlap.
 */
export const claimAbandonedPayments = (
  db: Kysely<Tables>,
  claim: Claim,
): Promise<AbandonedPayment[]> =>
  claimByOrganization(
    db,
    sql`select organization_id from payment
         where status = 'pending' and resume_at <= ${claim.now}
         order by resume_at limit ${claim.max}`,
    (rowsOf) => claimPaymentsOf(db, claim, rowsOf),
  )

async function claimPaymentsOf(
  db: Kysely<Tables>,
  { now, until }: Claim,
  { organizationId, max }: RowsOf,
): Promise<AbandonedPayment[]> {
  const { rows } = await sql<AbandonedPayment>`
    with due as materialized (
      select id from payment
       where organization_id = ${organizationId} and status = 'pending' and resume_at <= ${now}
       order by resume_at limit ${max}
         for no key update skip locked)
    update payment p set resume_at = ${until}
      from due
     where p.organization_id = ${organizationId} and p.id = due.id
    returning p.organization_id, p.id, p.started_at, p.payment_method_id, p.confirm_by`.execute(db)
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
      update payment p set resume_at = t.resume_at
        from input t join locked using (id)
       where p.organization_id = ${organizationId} and p.id = t.id
         and p.status = 'pending'`.execute(db)
  }
}
