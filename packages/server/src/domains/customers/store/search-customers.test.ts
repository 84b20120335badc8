import {
  CamelCasePlugin,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { runOn } from '../../../../test/sql.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { newId } from '../../../platform/ids.ts'
import { searchCustomers } from './search-customers.ts'

const db = testDatabase()
const organizationId = newId('organization')

/** Of a table and five indexes, of which a page has 8 kB. */
const pagesMax = 80

beforeAll(async () => {
  await runOn(
    db.ownerUrl,
    `insert into organization (id, slug, name, created_at) values ($1, 'crowd', 'Crowd', now())`,
    [organizationId],
  )
  await runOn(
    db.ownerUrl,
    `insert into customer (organization_id, id, email, name, external_id, created_at)
     select $1, gen_random_uuid(), 'ada' || n || '@example.com', 'Ada of Crowd' || n, 'user-' || n,
            now()
       from generate_series(1, 20000) n`,
    [organizationId],
  )
  await runOn(db.ownerUrl, 'vacuum analyze customer')
}, 60_000)

/** The statement, captured by a connection that answers nothing. */
async function statementFor(text: string): Promise<CompiledQuery> {
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
  await searchCustomers(dummy, { organizationId, text, limit: 5 })
  const [statement] = captured
  if (statement === undefined) throw new Error('nothing was asked')
  return statement
}

const explained = z.tuple([
  z.looseObject({
    'QUERY PLAN': z.tuple([
      z.looseObject({
        Plan: z.looseObject({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }),
      }),
    ]),
  }),
])

it.each(['a', 'ada', 'of', 'crowd', 'crowd1999', 'user-7', 'zzz'])(
  'reads few of 20,000 customers for “%s”, also by a plan for any text',
  async (text) => {
    const { sql, parameters } = await statementFor(text)
    const literals = parameters.map((value) => pg.escapeLiteral(String(value))).join(', ')
    const connection = await db.database.pool.connect()
    await connection.query(`prepare search as ${sql}`)
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await connection.query(`set plan_cache_mode = ${mode}`)
      const { rows } = await connection.query(
        `explain (analyze, buffers, format json) execute search (${literals})`,
      )
      const [{ 'QUERY PLAN': plan }] = explained.parse(rows)
      const pages = plan[0].Plan['Shared Hit Blocks'] + plan[0].Plan['Shared Read Blocks']
      expect([mode, pages < pagesMax]).toEqual([mode, true])
    }
    await connection.query('reset plan_cache_mode; deallocate search')
    connection.release()
  },
)
