import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server/test/database.ts'
import { newPerson } from '../../../server/test/people.ts'
import { startTestServer, type TestServer } from '../../../server/test/server.ts'
import { runOn } from '../../../server/test/sql.ts'
import { unwrap } from '../answers.ts'
import { newVisitor } from '../visitor.ts'
import { inDashboard } from './seller.ts'

const empty = testDatabase()
const used = testDatabase()

const dayMilliseconds = 86_400_000

const started: TestServer[] = []
let filled: TestServer

/** Starts with `--demo`. */
async function startDemo(database: TestDatabase): Promise<TestServer> {
  const server = await startTestServer(database, {}, { isDemo: true })
  started.push(server)
  return server
}

beforeAll(async () => {
  filled = await startDemo(empty)
})

afterAll(async () => {
  for (const server of started) await server.stop()
})

/** The number of rows of every kind of object. */
const inventory = ({ ownerUrl }: TestDatabase) =>
  runOn<{ name: string; rows: number }>(
    ownerUrl,
    ['users', 'organization', 'member', 'product', 'product_price', 'benefit', 'file', 'meter']
      .concat(['custom_field', 'discount', 'customer', 'checkout', 'subscription', 'orders'])
      .concat(['refund', 'invoice', 'subscription_movement', 'event_log', 'outbox'])
      .map((name) => `select '${name}' as name, count(*)::int as rows from ${name}`)
      .join(' union all '),
  )

test('an empty server is filled with a seller whose owner can sign in', async () => {
  assert(filled.demo !== null, 'it was empty')
  const { email, password } = filled.demo
  const visitor = newVisitor(filled)
  unwrap(await visitor.auth.signIn.email({ email, password }))
  const polar = inDashboard(visitor)
  const { result: organizations } = await polar.organizations.list({})
  const [organization] = organizations.items
  expect(organizations.items).toMatchObject([{ name: 'Larkfield Press' }])
  const organizationId = organization?.id ?? ''

  const { result: products } = await polar.products.list({ organizationId, limit: 100 })
  expect(products.items).toHaveLength(8)
  const kinds = products.items.flatMap(({ prices, recurringInterval }) =>
    prices.map(({ amountType }) => `${recurringInterval ?? 'once'} ${amountType}`),
  )
  expect([...new Set(kinds)].toSorted()).toEqual([
    'month fixed',
    'month metered_unit',
    'once custom',
    'once fixed',
    'once free',
    'year fixed',
  ])
  expect(products.items.filter(({ isArchived }) => isArchived)).toHaveLength(1)
  const medias = products.items.flatMap((product) => product.medias)
  expect(medias).toHaveLength(6)
  const picture = await fetch(medias[0]?.publicUrl ?? '')
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')

  const { result: benefits } = await polar.benefits.list({ organizationId })
  expect(new Set(benefits.items.map(({ type }) => type))).toEqual(
    new Set(['custom', 'downloadables', 'license_keys', 'meter_credit']),
  )
  const { result: discounts } = await polar.discounts.list({ organizationId })
  expect(discounts.items).toHaveLength(4)
  const { result: fields } = await polar.customFields.list({ organizationId })
  expect(new Set(fields.items.map(({ type }) => type)).size).toBe(5)
  const { result: meters } = await polar.meters.list({ organizationId })
  expect(meters.items).toHaveLength(2)
})

test('demo customers are created one after the other in the past', async () => {
  await filled.settle()
  const rows = await runOn<{ id: string; at: Date; recordedAt: Date }>(
    empty.ownerUrl,
    `select c.id, c.created_at as at, e.organization_time as "recordedAt"
       from customer c join event_log e on e.object_id = c.id::text and e.object_type = 'customer'
      order by c.created_at`,
  )
  expect(rows).toHaveLength(120)
  for (const { at, recordedAt } of rows) expect(recordedAt).toEqual(at)
  const [first, last] = [rows[0]?.at, rows.at(-1)?.at]
  const days = ((last?.getTime() ?? 0) - (first?.getTime() ?? 0)) / dayMilliseconds
  expect(days).toBeGreaterThan(600)
  expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted())
})

test('it has sold for two years, with every kind of movement, and the books agree', async () => {
  await filled.settle()
  const [sold] = await runOn<Record<string, number>>(
    empty.ownerUrl,
    `select count(*)::int as orders,
            count(*) filter (where billing_reason = 'subscription_cycle')::int as renewals,
            count(distinct date_trunc('month', created_at))::int as months,
            count(*) filter (where refunded_amount > 0)::int as refunded,
            count(*) filter (where tax_amount > 0)::int as taxed,
            count(*) filter (where discount_amount > 0)::int as discounted
       from orders`,
  )
  expect(sold).toEqual({
    orders: expect.any(Number),
    renewals: expect.any(Number),
    months: expect.any(Number),
    refunded: expect.any(Number),
    taxed: expect.any(Number),
    discounted: expect.any(Number),
  })
  expect(sold?.['orders']).toBeGreaterThan(350)
  expect(sold?.['renewals']).toBeGreaterThan(250)
  expect(sold?.['months']).toBeGreaterThan(22)
  for (const kind of ['refunded', 'taxed', 'discounted']) expect(sold?.[kind]).toBeGreaterThan(3)
  const kinds = await runOn<{ kind: string }>(
    empty.ownerUrl,
    'select distinct kind from subscription_movement order by kind',
  )
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'cancellation',
    'churn',
    'contraction',
    'expansion',
    'new',
    'reactivation',
  ])
  const [late] = await runOn(
    empty.ownerUrl,
    `select (select count(*)::int from outbox) as waiting,
            (select count(*)::int from invoice where issued_at > now()) as future,
            (select count(*)::int from subscription where due_at < now() - interval '2 days') as due`,
  )
  expect(late).toEqual({ waiting: 0, future: 0, due: 0 })
})

test('its home page has a dispute to answer, and its usage is counted', async () => {
  await filled.settle()
  const disputes = await runOn<{ status: string; open: boolean }>(
    empty.ownerUrl,
    "select status, evidence_due_by > now() as open from dispute where status = 'needs_response'",
  )
  expect(disputes).toEqual([{ status: 'needs_response', open: true }])
  const [used] = await runOn<Record<string, number>>(
    empty.ownerUrl,
    `select count(*)::int as events, count(distinct customer_id)::int as customers,
            count(distinct date_trunc('week', "timestamp"))::int as weeks
       from usage_event where name = 'tile.rendered' and "timestamp" < now()`,
  )
  const [metered] = await runOn<{ count: number }>(
    empty.ownerUrl,
    'select count(*)::int from customer_meter',
  )
  expect(used?.['events']).toBeGreaterThan(1_000)
  expect(used?.['customers']).toBeGreaterThan(5)
  expect(used?.['weeks']).toBeGreaterThan(7)
  expect(metered?.count).toBeGreaterThan(5)
})

test('nobody is mailed about the past', async () => {
  expect(await filled.sentMails()).toEqual([])
})

test('a second start with --demo changes nothing', async () => {
  await filled.settle()
  const before = await inventory(empty)
  expect(before).toContainEqual({ name: 'customer', rows: 120 })
  const again = await startDemo(empty)
  await again.settle()
  expect(again.demo).toBeNull()
  expect(await inventory(empty)).toEqual(before)
})

test('a server that is already used is not filled', async () => {
  const first = await startTestServer(used)
  started.push(first)
  await newPerson(first)
  await first.settle()
  const before = await inventory(used)
  const again = await startDemo(used)
  await again.settle()
  expect(again.demo).toBeNull()
  expect(await inventory(used)).toEqual(before)
})
