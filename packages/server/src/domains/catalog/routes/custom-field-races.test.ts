import { beforeAll, expect, it } from 'vitest'
import { newCustomField, newFieldSlug } from '../../../../test/custom-fields.ts'
import { testDatabase } from '../../../../test/database.ts'
import { found } from '../../../../test/founding.ts'
import { bareProduct } from '../../../../test/products.ts'
import { many, raced } from '../../../../test/raced.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let calls: BillingCalls

beforeAll(async () => {
  const acme = await found(server.current)
  calls = await newBackend(server.current, acme, ['custom_fields:write', 'products:write'])
})

it('one of many gets a slug', async () => {
  const slug = newFieldSlug()
  const outcome = await raced(() =>
    calls.post('/custom-fields/', { type: 'text', slug, name: 'Raced', properties: {} }),
  )
  expect(outcome).toEqual({ 201: 1, '422 RequestValidationError body.slug': many - 1 })
})

it('one of many changes to a slug', async () => {
  const fields = await Promise.all(Array.from({ length: many }, () => newCustomField(calls)))
  const slug = newFieldSlug()
  const outcome = await raced((at) =>
    calls.patch(`/custom-fields/${fields[at]?.id}`, { type: 'text', slug }),
  )
  expect(outcome).toEqual({ 200: 1, '422 RequestValidationError body.slug': many - 1 })
})

it('one of many deletes', async () => {
  const { id } = await newCustomField(calls)
  const outcome = await raced(() => calls.remove(`/custom-fields/${id}`))
  expect(outcome).toEqual({ 204: 1, '404 ResourceNotFound': many - 1 })
})

it('no product asks for what was deleted while it was made', async () => {
  const { id } = await newCustomField(calls)
  const attached_custom_fields = [{ custom_field_id: id, required: true }]
  const outcome = await raced((at) =>
    at === many / 2
      ? calls.remove(`/custom-fields/${id}`)
      : calls.post('/products/', { ...bareProduct, attached_custom_fields }),
  )
  expect(Object.keys(outcome).filter((brief) => brief.startsWith('5'))).toEqual([])
  expect(outcome['204']).toBe(1)
  const { rows } = await db.database.pool.query(
    'select from product_custom_field where custom_field_id = $1',
    [id],
  )
  expect(rows).toEqual([])
})
