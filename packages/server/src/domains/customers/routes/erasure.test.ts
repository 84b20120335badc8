import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newBenefit } from '../../../../test/benefits.ts'
import { newMeter } from '../../../../test/meters.ts'
import { noteWork } from '../../../../test/note-work.ts'
import { fixedPrice, meteredPrice, newProduct } from '../../../../test/products.ts'
import { briefOf, withNothing } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newPaidSubscription, subscriptionScopes } from '../../../../test/subscriptions.ts'
import { ingestNew, listEvents } from '../../../../test/usage.ts'
import { erasuresToFinish } from '../../usage/store/erasures.ts'

const { server, db, acme, calls } = sellingServer([
  ...subscriptionScopes,
  'events:write',
  'benefits:write',
  'license_keys:write',
  'customer_meters:read',
])

let plan: string
let tokens: string

beforeAll(async () => {
  tokens = (
    await newMeter(calls, {
      name: 'Tokens',
      filter: {
        conjunction: 'and',
        clauses: [{ property: 'model', operator: 'eq', value: 'lite' }],
      },
      aggregation: { func: 'sum', property: 'usage.tokens' },
    })
  ).id
  const benefit = await newBenefit(calls, {
    type: 'license_keys',
    properties: { activations: { limit: 2, enable_customer_admin: true } },
  })
  const prices = [fixedPrice(1000), meteredPrice(tokens, { unit_amount: '10' })]
  plan = (await newProduct(calls, { name: 'Plan', recurring_interval: 'month', prices })).id
  await calls.post(`/products/${plan}/benefits`, { benefits: [benefit.id] })
})

interface Person {
  readonly customerId: string
  readonly externalId: string
  /** Part of all that is personal. */
  readonly word: string
}

const use = (word: string, amount: number) => ({
  name: `ask`,
  metadata: { model: 'lite', prompt: `I am ${word}`, usage: { tokens: amount, by: word } },
})

/** Somebody about whom as much as possible is known. */
async function newPerson(): Promise<Person> {
  const word = `z${randomUUID().slice(0, 8)}`
  const externalId = `${word}-ext`
  const { customer_id: customerId } = await newPaidSubscription(
    server.current,
    calls,
    { id: plan },
    {
      customer_email: `${word}@example.com`,
      customer_name: word,
      customer_billing_address: { country: 'DE', line1: `${word} street`, city: word },
    },
    { customer_metadata: { nick: word }, customer_ip_address: '203.0.113.77' },
  )
  await ingestNew(calls, { ...use(word, 5), external_customer_id: externalId })
  const update = { external_id: externalId, name: word, metadata: { note: word } }
  expect(await calls.patch(`/customers/${customerId}`, update)).toMatchObject({ status: 200 })
  const voided = randomUUID()
  await ingestNew(
    calls,
    { ...use(word, 7), customer_id: customerId, entity: `${word}-laptop` },
    { ...use(word, 11), external_customer_id: externalId, entity: `${word}-phone` },
    { ...use(word, 1000), customer_id: customerId, external_id: voided },
  )
  const reason = `${word} said so`
  await calls.post('/events/void', { events: [{ external_id: voided, reason }] })
  const keys = await calls.get(`/license-keys/?customer_id=${customerId}`)
  const [key] = z.object({ items: z.array(z.object({ key: z.string() })) }).parse(keys.body).items
  const asked = { key: key?.key, organization_id: acme.id, label: word, meta: { host: word } }
  const activated = await withNothing(server.current).post(
    '/customer-portal/license-keys/activate',
    asked,
  )
  expect(activated.status).toBe(200)
  return { customerId, externalId, word }
}

async function runJob(name: string): Promise<void> {
  await runOn(db.ownerUrl, `select graphile_worker.add_job('${name}', '{}')`)
  await server.current.settle()
  const failed = 'select last_error from graphile_worker.jobs where last_error is not null'
  expect(await runOn(db.ownerUrl, failed)).toEqual([])
}

async function erase(): Promise<void> {
  await runJob('customers.erase')
  await runJob('usage.erase_events')
}

const remove = async ({ customerId }: Person, query = '?anonymize=true') => {
  expect((await calls.remove(`/customers/${customerId}${query}`)).status).toBe(204)
  await server.current.settle()
}

/** The tables with a row in which the word occurs. */
async function tablesWith(word: string): Promise<readonly string[]> {
  const tables = await runOn<{ name: string; texts: string }>(
    db.ownerUrl,
    `select c.relname as name, string_agg(quote_ident(a.attname) || '::text', ', ') as texts
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and not a.attisdropped
      group by 1 order by 1`,
  )
  const found: string[] = []
  for (const { name, texts } of tables) {
    const [row] = await runOn<{ has: boolean }>(
      db.ownerUrl,
      `select exists (
         select 1 from "${name}" where concat_ws(' ', ${texts}) ilike '%${word}%') as has`,
    )
    if (row?.has === true) found.push(name)
  }
  return found
}

const isErased = async ({ customerId }: Person): Promise<boolean> => {
  const [row] = await runOn<{ erased: boolean }>(
    db.ownerUrl,
    `select erased_at is not null as erased from customer where id = '${customerId}'`,
  )
  return row?.erased ?? false
}

const balancesOf = ({ customerId }: Person) =>
  runOn(
    db.ownerUrl,
    `select subscription_id, starts_at, ends_at, event_count, sum, max, min from usage_period
      where customer_id = '${customerId}' and entity = '' order by 1, 2`,
  )

const quantitiesOf = async ({ customerId }: Person) => {
  const day = 86_400_000
  const [start, end] = [-1, 1].map((days) => new Date(Date.now() + days * day).toISOString())
  const span = `start_timestamp=${start}&end_timestamp=${end}`
  const query = `interval=day&customer_id=${customerId}&${span}`
  const { status, body } = await calls.get(`/meters/${tokens}/quantities?${query}`)
  expect(status).toBe(200)
  return body
}

const item = z.object({ id: z.string(), label: z.string() })
const orders = z.object({ items: z.array(z.object({ id: z.string(), items: z.array(item) })) })

/** The explanations of the items that bill usage. */
async function explanationsOf({ customerId }: Person) {
  const { body } = await calls.get(`/orders/?customer_id=${customerId}`)
  const items = orders
    .parse(body)
    .items.flatMap((order) =>
      order.items
        .filter(({ label }) => label.includes('Tokens'))
        .map(({ id }) => `/orders/${order.id}/items/${id}/explanation`),
    )
  return Promise.all(items.map(async (path) => withoutEntity((await calls.get(path)).body)))
}

const withoutEntity = (body: unknown) =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'entity' ? null : value)))

/** What books and mails have to keep, and what is kept for a time: docs/erasure.md names them. */
const keptIn = ['event_log', 'invoice', 'mail', 'orders', 'outbox', 'sandbox_intent']

describe('a customer who is erased', () => {
  it('leaves what invoices say and what meters counted, and nothing else that is personal', async () => {
    const person = await newPerson()
    const before = await tablesWith(person.word)
    expect(before).toEqual(
      expect.arrayContaining(['checkout', 'customer', 'usage_event', 'usage_period', 'usage_void']),
    )
    expect(await calls.post('/clock/advance', { days: 32 })).toMatchObject({ status: 200 })
    await remove(person)
    const [balances, quantities] = [await balancesOf(person), await quantitiesOf(person)]
    const explanations = await explanationsOf(person)
    expect(explanations).toMatchObject([{ usage: { units: '23', events: [{}, {}, {}] } }])
    await erase()
    expect(await isErased(person)).toBe(true)
    const left = await tablesWith(person.word)
    expect(left.filter((name) => !keptIn.includes(name))).toEqual([])
    expect(left).toContain('orders')
    expect(await balancesOf(person)).toEqual(balances)
    expect(await quantitiesOf(person)).toEqual(quantities)
    expect(await explanationsOf(person)).toEqual(explanations)
    const { items } = await listEvents(calls, `customer_id=${person.customerId}`)
    expect(items).toHaveLength(4)
    expect(items.map(({ metadata }) => metadata)).toEqual(
      items.map(() => ({ model: 'lite', 'usage.tokens': expect.any(Number) })),
    )
    // Its external id is free, and what it had stays where it was.
    const email = `${randomUUID()}@example.com`
    const next = { email, external_id: person.externalId }
    expect((await calls.post('/customers/', next)).status).toBe(201)
    expect(await balancesOf(person)).toEqual(balances)
    expect((await listEvents(calls, `external_customer_id=${person.externalId}`)).items).toEqual([])
  })

  it('is erased again to the same effect after an interruption', async () => {
    const person = await newPerson()
    await remove(person)
    const balances = await balancesOf(person)
    await erase()
    const { items } = await listEvents(calls, `customer_id=${person.customerId}`)
    await runOn(
      db.ownerUrl,
      `insert into usage_erasure (organization_id, customer_id)
       select organization_id, id from customer where id = '${person.customerId}'`,
    )
    await noteWork(db.database, erasuresToFinish)
    await runJob('usage.erase_events')
    expect((await listEvents(calls, `customer_id=${person.customerId}`)).items).toEqual(items)
    expect(await balancesOf(person)).toEqual(balances)
  })

  it('stays as it is where nobody asked for it', async () => {
    const person = await newPerson()
    await remove(person, '')
    await erase()
    expect(await isErased(person)).toBe(false)
    expect(await tablesWith(person.word)).toContain('usage_event')
  })

  it.each([
    ['a subscription lasts', 'subscription', { status: `'unpaid'`, ended_at: 'null' }],
    ['an order may be paid', 'orders', { status: `'pending'`, paid_at: 'null' }],
    ['a payment has no answer', 'payment', { status: `'pending'` }],
    ['a checkout is being paid', 'checkout', { status: `'confirmed'` }],
    ['a benefit is delivered', 'benefit_grant', { status: `'pending'`, revoked_at: 'null' }],
  ])('waits while %s', async (_what, table, changes) => {
    const person = await newPerson()
    await remove(person)
    const ofPerson = `organization_id = '${acme.id}' and customer_id = '${person.customerId}'`
    const columns = Object.keys(changes)
    const before = await runOn<Record<string, string | null>>(
      db.ownerUrl,
      `select id, ${columns.map((column) => `${column}::text`).join()} from ${table}
        where ${ofPerson}`,
    )
    const set = Object.entries(changes).map(([column, value]) => `${column} = ${value}`)
    await runOn(db.ownerUrl, `update ${table} set ${set.join()} where ${ofPerson}`)
    await erase()
    expect(await isErased(person)).toBe(false)
    const restore = columns.map((column, index) => `${column} = $${index + 2}`)
    for (const row of before) {
      await runOn(
        db.ownerUrl,
        `update ${table} set ${restore.join()} where ${ofPerson} and id = $1`,
        [row['id'], ...columns.map((column) => row[column])],
      )
    }
    await erase()
    expect(await isErased(person)).toBe(true)
  })

  it('may be named by its external id', async () => {
    const person = await newPerson()
    const path = `/customers/external/${person.externalId}`
    expect(briefOf(await calls.remove(`${path}?anonymize=maybe`))).toBe(
      '422 RequestValidationError query.anonymize',
    )
    expect((await calls.remove(`${path}?anonymize=true`)).status).toBe(204)
    await server.current.settle()
    await erase()
    expect(await isErased(person)).toBe(true)
  })
})
