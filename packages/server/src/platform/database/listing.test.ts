import type { Id } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../ids.ts'
import { type Listing, listPage, metadataMatches, pageAnswer } from './listing.ts'

const db = testDatabase()
const count = 57
const organizationId = newId('organization')

type Key = 'created_at' | 'comment' | 'last_used_at'

beforeAll(async () => {
  const { pool } = db.database
  await pool.query(
    `insert into organization (id, slug, name, metadata, created_at)
     values ($1, 'acme', 'Acme', '{"plan":"pro","seats":5,"free":false,"a\\"b":"x"}', now()),
            (gen_random_uuid(), 'beta', 'Beta', '{"plan":"team","seats":"5"}', now()),
            (gen_random_uuid(), 'none', 'None', null, now())`,
    [organizationId],
  )
  // Many rows with equal sort keys, and some with null.
  await pool.query(
    `with hashes as (
       insert into secret_directory (hash, organization_id)
       select sha256(n::text::bytea), $1 from generate_series(1, $2::int) n returning hash
     )
     insert into organization_access_token
       (organization_id, id, secret_hash, comment, scopes, last_used_at, created_at)
     select $1, gen_random_uuid(), hash, 'Token ' || n % 3, '{x}',
            case n % 5 when 0 then null else timestamptz '2026-01-01' + n % 4 * interval '1 day' end,
            timestamptz '2026-01-01' + n % 10 * interval '1 hour'
       from (select hash, row_number() over () as n from hashes) numbered`,
    [organizationId, count],
  )
})

const tokens = () =>
  db.database.kysely
    .selectFrom('organizationAccessToken')
    .select(['id', 'comment', 'createdAt', 'lastUsedAt'])
    .where('organizationId', '=', organizationId)

const read = (listing: Listing<Key>, only?: string) =>
  listPage(
    db.database.kysely,
    only === undefined ? tokens() : tokens().where('comment', '=', only),
    listing,
    {
      columns: { created_at: 'createdAt', comment: 'comment', last_used_at: 'lastUsedAt' },
      nullable: ['last_used_at'],
      id: 'id',
    },
  )

const asked = (given: Partial<Listing<Key>> = {}): Listing<Key> => ({
  page: 1,
  limit: 10,
  sorting: [{ by: 'created_at', descending: true }],
  ...given,
})

const keys = ['created_at', 'comment', 'last_used_at'] as const
const sortings = fc.array(fc.record({ by: fc.constantFrom(...keys), descending: fc.boolean() }), {
  maxLength: 3,
})

describe('the pages of a list', () => {
  it('contain every row exactly once, in any order and page size', async () => {
    await fc.assert(
      fc.asyncProperty(sortings, fc.integer({ min: 1, max: 100 }), async (sorting, limit) => {
        const seen: Id<'organizationAccessToken'>[] = []
        for (let page = 1; ; page++) {
          const { rows, total } = await read(asked({ page, limit, sorting }))
          expect(total).toBe(count)
          seen.push(...rows.map(({ id }) => id))
          if (page >= Math.ceil(total / limit)) break
        }
        expect(seen).toHaveLength(count)
        expect(new Set(seen).size).toBe(count)
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    [1, 57, 57],
    [1, 100, 57],
    [2, 57, 0],
    [3, 20, 17],
    [6, 10, 7],
    [7, 10, 0],
    [1_000_000_000, 100, 0],
  ])(
    'page %i of %i rows contains its slice and always reports the same total',
    async (page, limit, shown) => {
      const { rows, total } = await read(asked({ page, limit }))
      expect([rows.length, total]).toEqual([shown, count])
    },
  )

  it('count only matching rows', async () => {
    const few = await read(asked({ limit: 5 }), 'Token 1')
    expect([few.rows.length, few.total]).toEqual([5, 19])
    const none = await read(asked(), 'Token 9')
    expect(none).toEqual({ rows: [], total: 0 })
    expect(pageAnswer(none, { limit: 10 }, String)).toEqual({
      items: [],
      pagination: { totalCount: 0, maxPage: 0 },
    })
  })
})

describe('the order of a list', () => {
  it.each([true, false])('follows the given sort keys (descending: %s)', async (descending) => {
    const sorting = [
      { by: 'comment', descending },
      { by: 'created_at', descending: !descending },
    ] as const
    const { rows } = await read(asked({ limit: 100, sorting: [...sorting] }))
    const shown = rows.map((row) => `${row.comment} ${row.createdAt.toISOString()} ${row.id}`)
    const expected = [...rows]
      .sort((one, other) => {
        const byComment = one.comment.localeCompare(other.comment)
        const byAge = one.createdAt.getTime() - other.createdAt.getTime()
        const byId = one.id < other.id ? -1 : 1
        if (byComment !== 0) return descending ? -byComment : byComment
        return descending ? byAge || byId : -byAge || -byId
      })
      .map((row) => `${row.comment} ${row.createdAt.toISOString()} ${row.id}`)
    expect(shown).toEqual(expected)
  })

  it.each([true, false])('puts nulls last (descending: %s)', async (descending) => {
    const { rows } = await read(
      asked({ limit: 100, sorting: [{ by: 'last_used_at', descending }] }),
    )
    const used = rows.findIndex(({ lastUsedAt }) => lastUsedAt === null)
    expect(used).toBe(count - Math.floor(count / 5))
    expect(rows.slice(used).every(({ lastUsedAt }) => lastUsedAt === null)).toBe(true)
  })
})

describe('a metadata filter', () => {
  it.each([
    [[{ key: 'plan', texts: ['pro'] }], ['acme']],
    [[{ key: 'plan', texts: ['pro', 'team'] }], ['acme', 'beta']],
    [[{ key: 'seats', texts: ['5'] }], ['acme', 'beta']],
    [[{ key: 'free', texts: ['false'] }], ['acme']],
    [[{ key: 'a"b', texts: ['x'] }], ['acme']],
    [
      [
        { key: 'plan', texts: ['pro', 'team'] },
        { key: 'seats', texts: ['5'] },
        { key: 'free', texts: ['false', 'true'] },
      ],
      ['acme'],
    ],
    [[{ key: 'plan', texts: ["pro' or true --", '{pro}', '%'] }], []],
    [[{ key: 'unheard', texts: ['null', ''] }], []],
    [[], ['acme', 'beta', 'none']],
    [undefined, ['acme', 'beta', 'none']],
  ])('%j', async (filter, expected) => {
    const found = await db.database.kysely
      .selectFrom('organization')
      .select('slug')
      .where((where) => where.and(metadataMatches(where.ref('metadata'), filter)))
      .orderBy('slug')
      .execute()
    expect(found.map(({ slug }) => slug)).toEqual(expected)
  })
})
