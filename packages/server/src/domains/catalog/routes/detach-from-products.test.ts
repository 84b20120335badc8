import { describe, expect, it } from 'vitest'
import { newCustomField } from '../../../../test/custom-fields.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { newBenefitRow, newFileRow, newProduct } from '../../../../test/products.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer([
  'products:write',
  'benefits:write',
  'custom_fields:write',
  'files:write',
])

const give = (id: string, benefits: readonly string[]) =>
  calls.post(`/products/${id}/benefits`, { benefits })

const attached = (...ids: string[]) => ({
  attached_custom_fields: ids.map((id) => ({ custom_field_id: id, required: true })),
})

const eventsAbout = async (id: string) =>
  (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)

describe('a deleted benefit', () => {
  it('is detached from every product, and each records one event', async () => {
    const [removed, stays] = [
      await newBenefitRow(db.database, acme),
      await newBenefitRow(db.database, acme),
    ]
    const products = [await newProduct(calls), await newProduct(calls), await newProduct(calls)]
    const [first, second, untouched] = products.map(({ id }) => id)
    await give(first ?? '', [removed, stays])
    await give(second ?? '', [removed])
    await give(untouched ?? '', [stays])
    expect((await calls.remove(`/benefits/${removed}`)).status).toBe(204)
    for (const [id, left] of [
      [first, [{ id: stays }]],
      [second, []],
    ] as const) {
      const shown = await calls.get(`/products/${id}`)
      expect(shown.body).toMatchObject({ benefits: left })
      const events = await eventsAbout(id ?? '')
      expect(events.map(({ name, objectVersion }) => `${name} ${objectVersion}`)).toEqual([
        'product.created 1',
        'product.updated 2',
        'product.updated 3',
      ])
      expect(events.at(-1)?.payload).toEqual(shown.body)
    }
    expect(await eventsAbout(untouched ?? '')).toHaveLength(2)
  })

  it('is on no product, even when products add it concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const benefit = await newBenefitRow(db.database, acme)
      const products = await Promise.all(Array.from({ length: 4 }, () => newProduct(calls)))
      const [deleted, ...given] = await Promise.all([
        calls.remove(`/benefits/${benefit}`),
        ...products.map(({ id }) => give(id, [benefit])),
      ])
      expect(deleted.status).toBe(204)
      for (const answer of given) {
        expect(['200', '422 RequestValidationError body.benefits.0']).toContain(briefOf(answer))
      }
      const { rows } = await db.database.pool.query(
        'select from product_benefit where benefit_id = $1',
        [benefit],
      )
      expect(rows).toEqual([])
    }
  })
})

describe('a deleted custom field', () => {
  it('is detached from every product, and each records one event', async () => {
    const [removed, stays] = [await newCustomField(calls), await newCustomField(calls)]
    const { id } = await newProduct(calls, attached(removed.id, stays.id))
    expect((await calls.remove(`/custom-fields/${removed.id}`)).status).toBe(204)
    const shown = await calls.get(`/products/${id}`)
    expect(shown.body).toMatchObject({
      attached_custom_fields: [{ custom_field_id: stays.id, order: 0 }],
    })
    const events = await eventsAbout(id)
    expect(events.map(({ name }) => name)).toEqual(['product.created', 'product.updated'])
    expect(events.at(-1)?.payload).toEqual(shown.body)
  })

  it('is on no product, even when products add it concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const field = await newCustomField(calls)
      // Some have it already, so that the deletion and the updates lock the same products.
      const products = await Promise.all(
        Array.from({ length: 6 }, (_, at) => newProduct(calls, at % 2 ? attached(field.id) : {})),
      )
      const optional = { attached_custom_fields: [{ custom_field_id: field.id, required: false }] }
      const [deleted, ...answers] = await Promise.all([
        calls.remove(`/custom-fields/${field.id}`),
        ...products.map(({ id }) => calls.patch(`/products/${id}`, optional)),
      ])
      expect(deleted.status).toBe(204)
      const refused = '422 RequestValidationError body.attached_custom_fields.0.custom_field_id'
      for (const answer of answers) expect(['200', refused]).toContain(briefOf(answer))
      const { rows } = await db.database.pool.query(
        'select from product_custom_field where custom_field_id = $1',
        [field.id],
      )
      expect(rows).toEqual([])
    }
  })
})

describe('a deleted file', () => {
  it('is detached from every product, and each records one event', async () => {
    const [removed, stays] = [
      await newFileRow(db.database, acme),
      await newFileRow(db.database, acme),
    ]
    const { id } = await newProduct(calls, { medias: [removed, stays] })
    expect((await calls.remove(`/files/${removed}`)).status).toBe(204)
    const shown = await calls.get(`/products/${id}`)
    expect(shown.body).toMatchObject({ medias: [{ id: stays }] })
    const events = await eventsAbout(id)
    expect(events.map(({ name }) => name)).toEqual(['product.created', 'product.updated'])
    expect(events.at(-1)?.payload).toEqual(shown.body)
  })

  it('is on no product, even when products add it concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const file = await newFileRow(db.database, acme)
      const other = await newFileRow(db.database, acme)
      const products = await Promise.all(
        Array.from({ length: 6 }, (_, at) => newProduct(calls, at % 2 ? { medias: [file] } : {})),
      )
      const [deleted, ...answers] = await Promise.all([
        calls.remove(`/files/${file}`),
        ...products.map(({ id }) => calls.patch(`/products/${id}`, { medias: [other, file] })),
      ])
      expect(deleted.status).toBe(204)
      for (const answer of answers) {
        expect(['200', '422 RequestValidationError body.medias.1']).toContain(briefOf(answer))
      }
      const { rows } = await db.database.pool.query(
        'select from product_media where file_id = $1',
        [file],
      )
      expect(rows).toEqual([])
    }
  })
})
