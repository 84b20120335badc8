import { type RawBuilder, sql } from 'kysely'

interface Key {
  readonly organizationId: string
  readonly id: string
}

/**
 * Whether two columns, an organization's id and the id of one of its objects, equal one of these
 * keys.
 */
export const isOneOf = (columns: RawBuilder<unknown>, keys: readonly Key[]): RawBuilder<boolean> =>
  sql<boolean>`${columns} in (select * from unnest(
    ${keys.map(({ organizationId }) => organizationId)}::uuid[],
    ${keys.map(({ id }) => id)}::uuid[]))`
