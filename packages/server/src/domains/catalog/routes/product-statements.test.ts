import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomField } from '../../../../test/custom-fields.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { newMeter } from '../../../../test/meters.ts'
import {
  billByUsage,
  fixedPrice,
  meteredPrice,
  newBenefitRow,
  newFileRow,
  newProduct,
} from '../../../../test/products.ts'
import { type BillingAnswer, type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { countStatements, type StatementCounter } from '../../../../test/statement-counter.ts'

const db = testDatabase()
let counter: StatementCounter
let server: TestServer
let shop: Founded
let backend: BillingCalls
let last = ''

beforeAll(async () => {
  counter = await countStatements(db.url)
  // Without a worker, whose own statements would come in between.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  shop = await found(server)
  await billByUsage(db.database, shop)
  const scopes = ['products:write', 'meters:write', 'custom_fields:write'] as const
  backend = await newBackend(server, shop, scopes)
  for (let number = 0; number < 12; number++) await newRichProduct()
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

/** With some of everything, none of which another product has. */
async function newRichProduct(): Promise<void> {
  const [one, other] = [await newMeter(backend), await newMeter(backend)]
  const field = await newCustomField(backend)
  const { id } = await newProduct(backend, {
    recurring_interval: 'month',
    prices: [fixedPrice(), meteredPrice(one.id), meteredPrice(other.id)],
    medias: [await newFileRow(db.database, shop), await newFileRow(db.database, shop)],
    attached_custom_fields: [{ custom_field_id: field.id, required: true }],
  })
  const benefits = [await newBenefitRow(db.database, shop), await newBenefitRow(db.database, shop)]
  expect((await backend.post(`/products/${id}/benefits`, { benefits })).status).toBe(200)
  last = id
}

/** The fewest of some tries: what came before them may still be told to the dispatcher. */
async function statementsOf(ask: () => Promise<BillingAnswer>, status = 200): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const before = counter.count()
    expect((await ask()).status).toBe(status)
    counts.push(counter.count() - before)
  }
  return Math.min(...counts)
}

test('a list takes as many statements for one product as for many', async () => {
  const list = (query: string) => () => backend.get(`/products/?${query}`)
  // The token; products, prices, what belongs to them; meters, benefits, files, fields.
  const everything = 8
  expect(await statementsOf(list('limit=100'))).toBe(everything)
  expect(await statementsOf(list('limit=100&query=course&is_recurring=true'))).toBe(everything)
  // Where the end isn’t seen, one more to count.
  expect(await statementsOf(list('limit=1'))).toBe(everything + 1)
  expect(await statementsOf(list('limit=10'))).toBe(everything + 1)
  // Nothing belongs to no products.
  expect(await statementsOf(list('query=nothing'))).toBe(2)
  expect(await statementsOf(() => backend.get(`/products/${last}`))).toBe(everything)
})

test('what changes nothing writes nothing', async () => {
  // The token, the product; begin, right and clock, the product, all that belongs to it, commit.
  const change = () => backend.patch(`/products/${last}`, { name: 'Course' })
  expect(await statementsOf(change)).toBe(12)
})
