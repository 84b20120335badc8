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
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { type HistoricShop, newHistory } from '../../../../test/metrics-history.ts'
import { runOn } from '../../../../test/sql.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { readActivity } from '../../customers/actions/read-activity.ts'
import { readSetup } from '../store/setup.ts'
import { readAttention } from './read-attention.ts'

const db = testDatabase()
const now = new Date('2030-03-01T12:00:00Z')
let shop: HistoricShop

/** Of all that an overview reads; a page of an index or of a table has 8 kB. */
const pagesMax = 400

beforeAll(async () => {
  shop = await newHistory({
    ownerUrl: db.ownerUrl,
    subscriptions: 20_000,
    from: '2029-12-01',
    until: '2030-03-01',
  })
  await runOn(
    db.ownerUrl,
    `update subscription set status = 'past_due', past_due_at = '2030-02-20'
      where ended_at is null and id in (select id from subscription order by id limit 1500)`,
  )
  await runOn(
    db.ownerUrl,
    `update subscription set cancel_at_period_end = true, canceled_at = '2030-02-01',
            ends_at = '2030-03-04'
      where ended_at is null and status = 'active'
        and id in (select id from subscription order by id desc limit 3000)`,
  )
  await runOn(
    db.ownerUrl,
    `insert into event_log (id, organization_id, sequence, customer_id, name, object_type, object_id,
                            object_version, payload, recorded_at, organization_time)
     select n, $1::uuid, n, $2::uuid, 'customer.created', 'customer', $2::text, n,
            jsonb_build_object('name', repeat('x', 500)), now(), now()
       from generate_series(1, 50000) n`,
    [shop.organizationId, shop.customers[0]],
  )
  await runOn(
    db.ownerUrl,
    `update orders set invoice_number = 'N-' || id where paid_at < '2030-02-28'`,
  )
  for (const table of ['subscription', 'orders', 'customer', 'checkout', 'event_log']) {
    await runOn(db.ownerUrl, `vacuum analyze ${table}`)
  }
}, 120_000)

const activity = () => ({
  organizationId: shop.organizationId,
  names: ['customer.created'],
  since: new Date(Date.now() - 86_400_000),
  limit: 12,
})

const everything = async (kysely: Kysely<Tables>) => {
  const { organizationId } = shop
  const attention = await readAttention(kysely, { organizationId, may: () => true, now })
  const setup = await readSetup(kysely, organizationId)
  const types = { 'customer.created': { title: () => 'Customer created' } }
  return { attention, setup, activity: await readActivity(kysely, types, activity()) }
}

/** The statements, captured by a connection that answers nothing. */
async function statements(): Promise<CompiledQuery[]> {
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
  await everything(dummy)
  return captured
}

const explained = z.tuple([
  z.looseObject({
    'QUERY PLAN': z.tuple([
      z.looseObject({
        Plan: z.looseObject({
          'Shared Hit Blocks': z.number(),
          'Shared Read Blocks': z.number(),
        }),
      }),
    ]),
  }),
])

describe('with 20,000 subscriptions', () => {
  it('an overview reads few pages', async () => {
    const captured = await statements()
    expect(captured).toHaveLength(11)
    let pages = 0
    for (const { sql, parameters } of captured) {
      const { rows } = await db.database.pool.query(
        `explain (analyze, buffers, format json) ${sql}`,
        [...parameters],
      )
      const [{ 'QUERY PLAN': plan }] = explained.parse(rows)
      pages += plan[0].Plan['Shared Hit Blocks'] + plan[0].Plan['Shared Read Blocks']
    }
    expect(pages).toBeLessThan(pagesMax)
  })

  it('totals are counted up to a thousand, and three of each are shown', async () => {
    const { attention, setup, activity: happened } = await everything(db.database.kysely)
    expect(attention.endingSubscriptions?.total).toBe(1000)
    expect(attention.endingSubscriptions?.items).toHaveLength(3)
    expect(attention.overduePayments?.total).toBeGreaterThan(500)
    expect(attention.overduePayments?.items).toHaveLength(3)
    expect(setup).toMatchObject({ hasProduct: true, hasCheckout: true, hasPaidOrder: true })
    expect(happened).toHaveLength(12)
  })
})
