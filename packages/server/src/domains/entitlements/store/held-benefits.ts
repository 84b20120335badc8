import type { BenefitType } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import { sql } from 'kysely'
import { type AsJson, dateOrNull } from '../../../platform/database/as-json.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'

export interface HeldBenefitRow {
  readonly id: Id<'benefitGrant'>
  readonly benefitId: Id<'benefit'>
  readonly benefitType: BenefitType
  readonly benefitMetadata: unknown
  readonly createdAt: Date
  readonly modifiedAt: Date | null
  readonly grantedAt: Date
  readonly properties: unknown
}

/**
 * A column for statements that read customers: what they hold now, the oldest grant first, as JSON.
 */
export const heldBenefits = (organizationIds: readonly Id<'organization'>[]) => sql<
  readonly AsJson<HeldBenefitRow>[]
>`(
  select coalesce(json_agg(shown), '[]') from (
    select g.id, g.benefit_id as "benefitId", b.type as "benefitType",
           b.metadata as "benefitMetadata", g.created_at as "createdAt",
           g.modified_at as "modifiedAt", g.granted_at as "grantedAt", g.properties
      from benefit_grant g
      join benefit_kind b on b.organization_id = g.organization_id and b.id = g.benefit_id
     where ${isOfOrganization({ alias: 'g', row: 'customer', organizationIds })}
       and g.customer_id = customer.id
       and g.status = 'granted'
     order by g.granted_at, g.id) shown)`

export const heldBenefitOf = (row: AsJson<HeldBenefitRow>): HeldBenefitRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  modifiedAt: dateOrNull(row.modifiedAt),
  grantedAt: new Date(row.grantedAt),
})
