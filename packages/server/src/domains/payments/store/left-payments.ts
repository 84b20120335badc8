import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { PaymentRow } from './payments.ts'

export type LeftPayment = Pick<PaymentRow, 'organizationId' | 'id' | 'begunAt' | 'paymentMethodId'>

interface Claim {
  readonly now: Date
  /** By then whoever claims them has looked, or died over it. */
  readonly until: Date
  readonly max: number
}

/** Some of those that were to be looked after by now, which nobody else is looking after. */
export async function claimLeftPayments(
  db: Kysely<Tables>,
  { now, until, max }: Claim,
): Promise<LeftPayment[]> {
  const { rows } = await sql<LeftPayment>`
    with due as (
      select organization_id, id from payment
       where status = 'pending' and resume_at <= ${now}
       order by resume_at limit ${max}
         for no key update skip locked)
    update payment p set resume_at = ${until}
      from due
     where p.organization_id = due.organization_id and p.id = due.id
    returning p.organization_id, p.id, p.begun_at, p.payment_method_id`.execute(db)
  return rows
}

interface NextLook extends Pick<PaymentRow, 'organizationId' | 'id'> {
  readonly resumeAt: Date | null
}

/** When they are looked after again that haven’t ended meanwhile. */
export async function saveNextLooks(db: Kysely<Tables>, looks: readonly NextLook[]): Promise<void> {
  if (looks.length === 0) return
  const told = jsonRows(looks.map((look) => ({ ...look })))
  await sql`
    with told as (
      select t.* from jsonb_populate_recordset(null::payment, ${told}::jsonb) t),
    locked as (
      select p.organization_id, p.id
        from payment p join told using (organization_id, id)
       where p.status = 'pending'
       order by p.id for no key update of p)
    update payment p set resume_at = t.resume_at
      from told t join locked using (organization_id, id)
     where p.organization_id = t.organization_id and p.id = t.id and p.status = 'pending'`.execute(
    db,
  )
}
