import type { BenefitType } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOneOf } from '../../../platform/database/one-of.ts'

export interface HeldBenefitRow {
  readonly id: Id<'benefitGrant'>
  readonly customerId: Id<'customer'>
  readonly benefitId: Id<'benefit'>
  readonly benefitType: BenefitType
  readonly benefitMetadata: unknown
  readonly createdAt: Date
  readonly modifiedAt: Date | null
  readonly grantedAt: Date
  readonly properties: unknown
}

interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'customer'>
}

/** What these customers hold now, the oldest grant first. */
export async function findHeldBenefits(
  db: Kysely<Tables>,
  customers: readonly CustomerKey[],
): Promise<HeldBenefitRow[]> {
  const { rows } = await sql<HeldBenefitRow>`
    select g.id, g.customer_id as "customerId", g.benefit_id as "benefitId",
           b.type as "benefitType", b.metadata as "benefitMetadata",
           g.created_at as "createdAt", g.modified_at as "modifiedAt",
           g.granted_at as "grantedAt", g.properties
      from benefit_grant g
      join benefit_kind b on b.organization_id = g.organization_id and b.id = g.benefit_id
     where g.status = 'granted'
       and ${isOneOf(sql`(g.organization_id, g.customer_id)`, customers)}
     order by g.granted_at, g.id`.execute(db)
  return rows
}
