import { expect, it } from 'vitest'
import { newDiscount, tenPercent } from '../../../../test/discounts.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { many, runConcurrently } from '../../../../test/run-concurrently.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { server, acme, calls } = sellingServer(['discounts:write', 'products:write'])

it('of concurrent creations with one code in any case one succeeds', async () => {
  const outcome = await runConcurrently((at) =>
    calls.post('/discounts/', { ...tenPercent, code: at % 2 === 0 ? 'RACED' : 'raced' }),
  )
  expect(outcome).toEqual({ 201: 1, '422 RequestValidationError body.code': many - 1 })
})

it('of concurrent updates to one code one succeeds', async () => {
  const discounts = await Promise.all(Array.from({ length: many }, () => newDiscount(calls)))
  const outcome = await runConcurrently((at) =>
    calls.patch(`/discounts/${discounts[at]?.id}`, { code: 'WANTED' }),
  )
  expect(outcome).toEqual({ 200: 1, '422 RequestValidationError body.code': many - 1 })
})

it('of concurrent deletions one succeeds', async () => {
  const { id } = await newDiscount(calls)
  const outcome = await runConcurrently(() => calls.remove(`/discounts/${id}`))
  expect(outcome).toEqual({ 204: 1, '404 ResourceNotFound': many - 1 })
})

it('concurrent changes of the products are serialized', async () => {
  const made = await Promise.all(Array.from({ length: 3 }, () => newProduct(calls)))
  const products = made.map((product) => product.id)
  const { id } = await newDiscount(calls)
  const outcome = await runConcurrently((at) =>
    calls.patch(`/discounts/${id}`, { products: products.slice(at % 3) }),
  )
  expect(outcome).toEqual({ 200: many })
  const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  expect(events.map(({ objectVersion }) => objectVersion)).toEqual(events.map((_, at) => at + 1))
  expect(events.at(-1)?.payload).toEqual((await calls.get(`/discounts/${id}`)).body)
})
