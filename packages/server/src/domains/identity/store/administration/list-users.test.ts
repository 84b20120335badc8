import type { UserListQuery } from '@guildhall/contract/identity/admin'
import {
  CamelCasePlugin,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { runOn } from '../../../../../test/sql.ts'
import { accept } from '../../../../kernel/refusal.ts'
import type { Tables } from '../../../../platform/database/db-types.gen.ts'
import { decideUserListing } from '../../rules/administration/user-listing.ts'
import { listUsers } from './list-users.ts'

const db = testDatabase()

const usersCount = 100_000

beforeAll(async () => {
  await runOn(
    db.ownerUrl,
    `insert into users (id, email, name, username, display_username, role, banned, created_at, updated_at)
     select gen_random_uuid(), 'person' || n || '@example' || n % 50 || '.test',
            'Person ' || md5(n::text) || ' ' || n, 'p_' || n, 'P_' || n,
            case when n % 1000 = 0 then 'user,admin' else 'user' end,
            case when n % 100 = 0 then true when n % 100 = 1 then false end,
            timestamptz '2025-01-01' + n * interval '1 minute', now()
       from generate_series(1, $1::int) n`,
    [usersCount],
  )
  await runOn(db.ownerUrl, 'vacuum analyze users')
})

const list = (query: UserListQuery) =>
  listUsers(db.database.kysely, accept(decideUserListing(query)))

/** The statements of a listing, captured by a dummy connection. */
async function statementsOf(query: UserListQuery): Promise<CompiledQuery[]> {
  const captured: CompiledQuery[] = []
  const dummy = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
    log: (event) => void captured.push(event.query),
  })
  await expect(listUsers(dummy, accept(decideUserListing(query)))).rejects.toThrow('no result')
  return captured
}

async function plansOf(query: UserListQuery): Promise<string[]> {
  const statements = await statementsOf(query)
  expect(statements).toHaveLength(2)
  return Promise.all(
    statements.map(async ({ sql, parameters }) => {
      const { rows } = await db.database.pool.query(`explain (format json) ${sql}`, [...parameters])
      return JSON.stringify(rows)
    }),
  )
}

const names = async (query: UserListQuery) =>
  (await list(query)).users.map(({ username }) => username)

describe('among 100,000 users', () => {
  it.each<[UserListQuery, number]>([
    [{ searchValue: 'person4242@' }, 1],
    [{ searchValue: 'PERSON4242' }, 11],
    [{ searchField: 'any', searchValue: 'p_4242' }, 11],
    [{ searchField: 'name', searchValue: 'a87ff679' }, 1],
    [{ searchValue: 'person99', searchOperator: 'starts_with' }, 1111],
    [{ searchValue: '@example7.test', searchOperator: 'ends_with' }, 2000],
    [{ filterField: 'email', filterValue: 'Person7@Example7.test' }, 1],
    [{ filterField: 'createdAt', filterOperator: 'gte', filterValue: '2025-03-01' }, 15_041],
  ])('%j is found without a sequential scan', async (query, expected) => {
    expect(await list(query)).toMatchObject({ total: expected })
    for (const plan of await plansOf(query)) expect(plan).not.toContain('Seq Scan')
  })

  it.each<[UserListQuery, number]>([
    [{}, 100_000],
    [{ sortBy: 'email', sortDirection: 'desc' }, 100_000],
    [{ sortBy: 'name' }, 100_000],
    [{ offset: 90_000, limit: 50 }, 100_000],
    [{ searchField: 'any', searchValue: 'pe' }, 100_000],
    [{ searchField: 'any', searchValue: 'zz' }, 0],
    [{ filterField: 'banned', filterValue: 'true' }, 1000],
    [{ filterField: 'banned', filterValue: 'false' }, 99_000],
    [{ filterField: 'banned', filterOperator: 'ne', filterValue: 'true' }, 99_000],
    [{ filterField: 'role', filterValue: 'admin' }, 100],
    [{ filterField: 'role', filterOperator: 'ne', filterValue: 'admin' }, 99_900],
    [{ role: 'admin', banned: true, filterField: 'banned', filterValue: 'true' }, 100],
    [{ banned: true, searchValue: '@example0.', role: 'user' }, 1000],
    [{ filterField: 'image', filterOperator: 'ne', filterValue: 'x' }, 100_000],
    [{ sortBy: 'role', sortDirection: 'desc', offset: 50_000 }, 100_000],
    [{ sortBy: 'banExpires' }, 100_000],
  ])('%j has the right total', async (query, expected) => {
    expect(await list(query)).toMatchObject({ total: expected })
  })
})

describe('the sort order', () => {
  it('is newest first by default', async () => {
    expect(await names({ limit: 3 })).toEqual(['p_100000', 'p_99999', 'p_99998'])
  })

  it('is stable across pages when all values are equal', async () => {
    const query = { sortBy: 'emailVerified', limit: 40 } as const
    const pages = await Promise.all([0, 40, 80].map((offset) => names({ ...query, offset })))
    expect(new Set(pages.flat()).size).toBe(120)
    expect(pages.flat()).toEqual(await names({ ...query, limit: 120 }))
  })

  it('puts nulls last in both directions', async () => {
    for (const sortDirection of ['asc', 'desc'] as const) {
      const { users } = await list({ sortBy: 'banned', sortDirection, limit: 2000 })
      expect(users.slice(0, 2000).every(({ banned }) => banned !== null)).toBe(true)
    }
  })
})

describe('search terms are literal', () => {
  it.each([['p%1'], ['p_1%'], ['100\\%'], ["'; drop table users; --"], ['(']])(
    '%s',
    async (searchValue) => {
      const found = await list({ searchField: 'any', searchValue })
      expect(found).toEqual({ users: [], total: 0 })
    },
  )

  it('an underscore matches itself only', async () => {
    const { total } = await list({
      searchField: 'username',
      searchValue: 'p_77',
      searchOperator: 'ends_with',
    })
    expect(total).toBe(1)
    expect(await list({ searchField: 'email', searchValue: 'person_7' })).toMatchObject({
      total: 0,
    })
  })
})

it('the total is an estimate beyond the exact limit', async () => {
  await runOn(
    db.ownerUrl,
    `insert into users (id, email, name, created_at, updated_at)
     select gen_random_uuid(), 'more' || n || '@example.test', 'More', now(), now()
       from generate_series(1, 20000) n`,
  )
  await runOn(db.ownerUrl, 'vacuum analyze users')
  const { total } = await list({ limit: 1 })
  expect(total).toBeGreaterThan(100_000)
  expect(Math.abs(total - 120_000)).toBeLessThan(5_000)
})
