import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { startsWith } from '../../../platform/database/listing.ts'

interface SearchedCustomer {
  readonly id: Id<'customer'>
  readonly name: string | null
  readonly email: string
  readonly externalId: string | null
}

interface Searched {
  readonly organizationId: Id<'organization'>
  readonly text: string
  readonly limit: number
}

/**
 * Customers by external id, and by the beginning of the name, the address or a later word of the
 * name, in this order. Each branch reads as many rows of its index as are shown, however many match.
 */
export async function searchCustomers(
  db: Kysely<Tables>,
  { organizationId, text, limit }: Searched,
): Promise<SearchedCustomer[]> {
  const living = sql`from customer where organization_id = ${organizationId} and deleted_at is null`
  const branch = (rank: number, { key, where = sql`true` }: Branch) => sql`
    (select id, ${rank}::int as rank, ${key} as key ${living} and ${where} and ${startsWith(key, text)}
      order by ${key}, id limit ${limit})`
  const { rows } = await sql<SearchedCustomer>`
    with found as (
      (select id, 0 as rank, external_id collate "C" as key ${living} and external_id = ${text})
      union all ${sql.join(
        branches.map((one, at) => branch(at + 1, one)),
        sql` union all `,
      )}),
    best as (
      select distinct on (id) id, rank, key from found order by id, rank, key)
    select c.id, c.name, c.email, c.external_id
      from (select * from best order by rank, key, id limit ${limit}) f
      join customer c on c.organization_id = ${organizationId} and c.id = f.id
     order by f.rank, f.key, f.id`.execute(db)
  return rows
}

interface Branch {
  /** The expression of an index. */
  readonly key: RawBuilder<string>
  /** The further condition of that index. */
  readonly where?: RawBuilder<boolean>
}

const branches: readonly Branch[] = [
  { key: sql`lower(name) collate "C"` },
  { key: sql`lower(email) collate "C"` },
  {
    key: sql`lower(substr(name, strpos(name, ' ') + 1)) collate "C"`,
    where: sql`strpos(name, ' ') > 0`,
  },
  {
    key: sql`lower(substring(name from '[^ ]+$')) collate "C"`,
    where: sql`name like '% % %'`,
  },
]
