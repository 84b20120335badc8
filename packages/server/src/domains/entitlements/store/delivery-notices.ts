import type { Selectable } from 'kysely'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { BenefitGrantTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type UndeliveredKey = Pick<Selectable<BenefitGrantTable>, 'organizationId' | 'benefitId'>

interface Undelivered {
  /** Customers who don’t have what they bought, and who still have what they lost. */
  readonly missing: number
  readonly kept: number
  /** What the provider said last. */
  readonly reason: string
}

/** Undefined where all of a benefit’s grants are as they should be. */
export async function countUndelivered(
  db: Kysely<Tables>,
  { organizationId, benefitId }: UndeliveredKey,
): Promise<Undelivered | undefined> {
  const { rows } = await sql<Undelivered>`
    select (count(distinct customer_id) filter (where status = 'failed'))::int as missing,
           (count(distinct customer_id) filter (where status = 'revoked'))::int as kept,
           (array_agg(error_message order by error_at desc, id desc))[1] as reason
      from benefit_grant
     where organization_id = ${organizationId} and benefit_id = ${benefitId}
       and (status = 'failed' or status = 'revoked' and error_type is not null)
    having count(*) > 0`.execute(db)
  return rows[0]
}

/** False where members were notified of this benefit within a day. */
export async function markNoticed(
  tx: Transaction<Tables>,
  { organizationId, benefitId }: UndeliveredKey,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into delivery_notice (organization_id, benefit_id, noticed_at)
    values (${organizationId}, ${benefitId}, ${now})
    on conflict (organization_id, benefit_id) do update set noticed_at = excluded.noticed_at
     where excluded.noticed_at - delivery_notice.noticed_at >= interval '1 day'
    returning benefit_id`.execute(tx)
  return rows.length > 0
}
