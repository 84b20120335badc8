import { expect, it } from 'vitest'
import { newCustomField, newFieldSlug } from '../../../../test/custom-fields.ts'
import { bareProduct } from '../../../../test/products.ts'
import { many, runConcurrently } from '../../../../test/run-concurrently.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, calls } = sellingServer(['custom_fields:write', 'products:write'])

it('of concurrent creations with one slug one succeeds', async () => {
  const slug = newFieldSlug()
  const outcome = await runConcurrently(() =>
    calls.post('/custom-fields/', { type: 'text', slug, name: 'Raced', properties: {} }),
  )
  expect(outcome).toEqual({ 201: 1, '422 RequestValidationError body.slug': many - 1 })
})

it('of concurrent updates to one slug one succeeds', async () => {
  const fields = await Promise.all(Array.from({ length: many }, () => newCustomField(calls)))
  const slug = newFieldSlug()
  const outcome = await runConcurrently((at) =>
    calls.patch(`/custom-fields/${fields[at]?.id}`, { type: 'text', slug }),
  )
  expect(outcome).toEqual({ 200: 1, '422 RequestValidationError body.slug': many - 1 })
})

it('of concurrent deletions one succeeds', async () => {
  const { id } = await newCustomField(calls)
  const outcome = await runConcurrently(() => calls.remove(`/custom-fields/${id}`))
  expect(outcome).toEqual({ 204: 1, '404 ResourceNotFound': many - 1 })
})

it('a product that is created while its field is deleted does not have the field', async () => {
  const { id } = await newCustomField(calls)
  const attached_custom_fields = [{ custom_field_id: id, required: true }]
  const outcome = await runConcurrently((at) =>
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
