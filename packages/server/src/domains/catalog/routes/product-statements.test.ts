import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomField } from '../../../../test/custom-fields.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newMeter } from '../../../../test/meters.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import {
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
let shop: OwnedOrganization
let backend: BillingCalls
let last = ''

beforeAll(async () => {
  counter = await countStatements(db.url)
  // Without a worker, whose statements would be counted too.
  server = await startTestServer({ ...db, url: counter.url }, { GUILDHALL_ROLES: 'web' })
  shop = await createOrganization(server)
  const scopes = ['products:write', 'meters:write', 'custom_fields:write'] as const
  backend = await newBackend(server, shop, scopes)
  for (let number = 0; number < 12; number++) await newRichProduct()
})

afterAll(async () => {
  await server?.stop()
  await counter?.stop()
})

/** With one of every kind of linked item, which no other product has. */
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

/** The minimum of several tries, because earlier writes may still wake the dispatcher. */
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
  // The access token; products, prices, links; meters, benefits, files, custom fields.
  const everything = 8
  expect(await statementsOf(list('limit=100'))).toBe(everything)
  expect(await statementsOf(list('limit=100&query=course&is_recurring=true'))).toBe(everything)
  // One more statement counts the rows when the last page is not reached.
  expect(await statementsOf(list('limit=1'))).toBe(everything + 1)
  expect(await statementsOf(list('limit=10'))).toBe(everything + 1)
  // An empty page has no links.
  expect(await statementsOf(list('query=nothing'))).toBe(2)
  expect(await statementsOf(() => backend.get(`/products/${last}`))).toBe(everything)
})

test('what changes nothing writes nothing', async () => {
  // The access token, the product; begin, permission and clock, the product, its links, commit.
  const change = () => backend.patch(`/products/${last}`, { name: 'Course' })
  expect(await statementsOf(change)).toBe(12)
})
