import type { UserField } from '@guildhall/contract/identity/admin'
import { type Expression, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../../platform/database/db-types.gen.ts'
import { totalOf } from '../../../../platform/database/listing.ts'
import type {
  Comparison,
  UserFilter,
  UserListing,
  UserSearch,
} from '../../rules/administration/user-listing.ts'
import type { UserRow } from '../users/users.ts'

export async function listUsers(
  db: Kysely<Tables>,
  listing: UserListing,
): Promise<{ readonly users: UserRow[]; readonly total: number }> {
  const matching = matchingUsers(db, listing)
  const [users, total] = await Promise.all([
    sorted(matching, listing).selectAll().limit(listing.limit).offset(listing.offset).execute(),
    totalOf(db, matching),
  ])
  return { users, total }
}

type Users = SelectQueryBuilder<Tables, 'users', object>

function matchingUsers(db: Kysely<Tables>, { search, filter, conditions }: UserListing): Users {
  const users = db.selectFrom('users')
  const searched = search === null ? users : users.where(searchCondition(search))
  const filters = filter === null ? conditions : [filter, ...conditions]
  return searched.where((where) => where.and(filters.map(filterCondition)))
}

const nullable: ReadonlySet<UserField> = new Set([
  'image',
  'username',
  'displayUsername',
  'banned',
  'banReason',
  'banExpires',
])

/** The id breaks ties, so that pages don't overlap. Nulls come last. */
function sorted(users: Users, { sort: { field, direction } }: UserListing): Users {
  const byField = users.orderBy(field, (order) => {
    const directed = direction === 'asc' ? order.asc() : order.desc()
    return nullable.has(field) ? directed.nullsLast() : directed
  })
  return field === 'id' ? byField : byField.orderBy('id', direction)
}

function searchCondition({ fields, words, operator }: UserSearch): Expression<SqlBool> {
  const literal = escapeLike(words)
  const pattern = {
    contains: `%${literal}%`,
    starts_with: `${literal}%`,
    ends_with: `%${literal}`,
  }[operator]
  const conditions = fields.map((field) => sql<SqlBool>`${sql.ref(field)} ilike ${pattern}`)
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

const comparisons: Readonly<Record<Comparison, string>> = {
  eq: '=',
  ne: 'is distinct from',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}

function filterCondition(filter: UserFilter): Expression<SqlBool> {
  switch (filter.kind) {
    case 'words':
      return sql`${sql.ref(filter.field)} ilike ${`%${escapeLike(filter.words)}%`}`
    case 'text':
    case 'instant':
      return sql`${sql.ref(filter.field)} ${sql.raw(comparisons[filter.operator])} ${filter.value}`
    case 'boolean':
      return sql`coalesce(${sql.ref(filter.field)}, false) = ${filter.is}`
    case 'role':
      return sql`(${filter.role} = any(string_to_array(role, ','))) = ${filter.isHeld}`
    case 'id':
      return sql`(id = ${filter.value}) = ${filter.is}`
  }
}
