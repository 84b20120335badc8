import { beforeAll, expect, it } from 'vitest'
import { newLink, readLink } from '../../../../test/checkout-links.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { many, runConcurrently } from '../../../../test/run-concurrently.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, ['checkout_links:write', 'products:write'])
})

it('of many deletions one succeeds', async () => {
  const { id } = await newLink(calls)
  const outcome = await runConcurrently(() => calls.remove(`/checkout-links/${id}`))
  expect(outcome).toEqual({ 204: 1, '404 ResourceNotFound': many - 1 })
})

it('many changes of the products run one after another', async () => {
  const made = await Promise.all(Array.from({ length: 3 }, () => newProduct(calls)))
  const products = made.map((product) => product.id)
  const { id } = await newLink(calls, { products })
  const outcome = await runConcurrently((at) =>
    calls.patch(`/checkout-links/${id}`, { products: products.slice(at % 3) }),
  )
  expect(outcome).toEqual({ 200: many })
  const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  expect(events.map(({ objectVersion }) => objectVersion)).toEqual(events.map((_, at) => at + 1))
  expect(events.at(-1)?.payload).toEqual((await calls.get(`/checkout-links/${id}`)).body)
})

it('links created concurrently have different URLs', async () => {
  const products = [(await newProduct(calls)).id]
  const made = await Promise.all(
    Array.from({ length: many }, () => calls.post('/checkout-links/', { products })),
  )
  expect(new Set(made.map(({ body }) => readLink(body).url)).size).toBe(many)
})
