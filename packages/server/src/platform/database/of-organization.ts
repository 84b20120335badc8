import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql } from 'kysely'
import { distinct } from '../../kernel/indexing.ts'

type OrganizationIds = readonly Id<'organization'>[]

interface Owned {
  /** What a statement calls the rows that it reads for another row. */
  readonly alias: string
  /** What it calls that row, which is of one of these organizations. */
  readonly row: string
  readonly organizationIds: OrganizationIds
}

/**
 * Whether a row is of the same organization as another. Where that can only be one, it is named by
 * value: a cluster doesn’t see in the row around a subquery, or in a list, which node has the rows.
 */
export function isOfOrganization({ alias, row, organizationIds }: Owned): RawBuilder<boolean> {
  const own = sql.ref(`${alias}.organization_id`)
  const [only, ...others] = organizationIds
  return only === undefined || others.length > 0
    ? sql<boolean>`${own} = ${sql.ref(`${row}.organization_id`)}`
    : sql<boolean>`${own} = ${only}`
}

/** Whether a row is of one of these; a single one is named by value, for the same reason. */
export function isOfOneOf(column: string, organizationIds: OrganizationIds): RawBuilder<boolean> {
  const [only, ...others] = organizationIds
  return only === undefined || others.length > 0
    ? sql<boolean>`${sql.ref(column)} = any(${organizationIds}::uuid[])`
    : sql<boolean>`${sql.ref(column)} = ${only}`
}

export const organizationsOf = (
  owned: readonly { readonly organizationId: Id<'organization'> }[],
): OrganizationIds => distinct(owned.map(({ organizationId }) => organizationId))
