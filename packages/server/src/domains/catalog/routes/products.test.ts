import { beforeAll, describe, expect, it } from 'vitest'
import { newCustomField } from '../../../../test/custom-fields.ts'
import { newMeter } from '../../../../test/meters.ts'
import {
  createOrganization,
  eventsOf,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import {
  bareProduct,
  freePrice,
  meteredPrice,
  newBenefitRow,
  newFileRow,
  newProduct,
} from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const scopes = ['products:write', 'meters:write', 'custom_fields:write'] as const
const { db, server, acme, calls } = sellingServer(scopes)
/** Objects of another organization. */
let beta: OwnedOrganization
let theirs: BillingCalls

beforeAll(async () => {
  beta = await createOrganization(server.current)
  theirs = await newBackend(server.current, beta, scopes)
})

const unknownId = '00000000-0000-7000-8000-000000000000'
const at = (field: string) => `422 RequestValidationError body.${field}`

describe('changing a product', () => {
  it('keeps absent fields and clears those that are null', async () => {
    const media = await newFileRow(db.database, acme)
    const field = await newCustomField(calls)
    const { id } = await newProduct(calls, {
      description: 'Words',
      metadata: { tier: 'gold' },
      medias: [media],
      attached_custom_fields: [{ custom_field_id: field.id, required: false }],
    })
    const renamed = await calls.patch(`/products/${id}`, { name: 'Renamed' })
    expect(renamed.body).toMatchObject({
      name: 'Renamed',
      description: 'Words',
      metadata: { tier: 'gold' },
      medias: [{ id: media }],
      attached_custom_fields: [{ custom_field_id: field.id }],
      modified_at: expect.any(String),
    })
    const emptied = {
      name: null,
      description: null,
      metadata: null,
      medias: null,
      attached_custom_fields: null,
      is_archived: null,
      prices: null,
      recurring_interval: null,
    }
    expect((await calls.patch(`/products/${id}`, emptied)).body).toMatchObject({
      name: 'Renamed',
      description: null,
      metadata: {},
      medias: [],
      attached_custom_fields: [],
      is_archived: false,
      prices: [{ amount_type: 'fixed' }],
    })
  })

  it('replaces media and custom fields as a whole, in order', async () => {
    const medias = [await newFileRow(db.database, acme), await newFileRow(db.database, acme)]
    const fields = [await newCustomField(calls), await newCustomField(calls)]
    const attached = fields.map((field, index) => ({
      custom_field_id: field.id,
      required: index === 0,
    }))
    const { id } = await newProduct(calls, { medias, attached_custom_fields: attached })
    const { body } = await calls.patch(`/products/${id}`, {
      medias: medias.toReversed(),
      attached_custom_fields: attached.toReversed(),
    })
    expect(body).toMatchObject({
      medias: medias.toReversed().map((one) => ({ id: one })),
      attached_custom_fields: attached.toReversed().map((one, order) => ({ ...one, order })),
    })
  })

  it('changes nothing when every field stays the same', async () => {
    const media = await newFileRow(db.database, acme)
    const field = await newCustomField(calls)
    const unchanged = {
      ...bareProduct,
      description: 'Words',
      medias: [media],
      metadata: { a: 1, b: 'two' },
      attached_custom_fields: [{ custom_field_id: field.id, required: true }],
    }
    const { id, prices } = await newProduct(calls, unchanged)
    const same = await calls.patch(`/products/${id}`, {
      ...unchanged,
      metadata: { b: 'two', a: 1 },
      prices: prices.map((price) => ({ id: price.id })),
    })
    expect(same.body).toMatchObject({ modified_at: null })
  })

  it('refuses another interval', async () => {
    const once = await newProduct(calls)
    const monthly = await newProduct(calls, { recurring_interval: 'month' })
    const change = async (id: string, interval: string | null) =>
      briefOf(await calls.patch(`/products/${id}`, { recurring_interval: interval }))
    expect(await change(once.id, 'month')).toBe(at('recurring_interval'))
    expect(await change(monthly.id, 'year')).toBe(at('recurring_interval'))
    expect(await change(monthly.id, null)).toBe(at('recurring_interval'))
    expect(await change(monthly.id, 'month')).toBe('200')
    expect(await change(once.id, null)).toBe('200')
  })

  it('points at the invalid field', async () => {
    const foreignMedia = await newFileRow(db.database, beta)
    const foreignField = await newCustomField(theirs)
    const download = await newFileRow(db.database, acme, { service: 'downloadable' })
    const unfinished = await newFileRow(db.database, acme, { isUploaded: false })
    const deleted = await newFileRow(db.database, acme)
    await db.database.pool.query('update file set deleted_at = now() where id = $1', [deleted])
    const media = await newFileRow(db.database, acme)
    const field = await newCustomField(calls)
    const { id } = await newProduct(calls)
    const change = async (input: object) => briefOf(await calls.patch(`/products/${id}`, input))
    for (const one of [foreignMedia, download, unfinished, deleted, unknownId]) {
      expect(await change({ medias: [media, one] })).toBe(at('medias.1'))
    }
    expect(await change({ medias: [media, media] })).toBe(at('medias.1'))
    const attach = (...ids: string[]) => ({
      attached_custom_fields: ids.map((one) => ({ custom_field_id: one, required: true })),
    })
    const second = at('attached_custom_fields.1.custom_field_id')
    expect(await change(attach(field.id, foreignField.id))).toBe(second)
    expect(await change(attach(field.id, field.id))).toBe(second)
    expect(await change({ name: 'ab' })).toBe(at('name'))
    expect(await change({ medias: ['cover'] })).toBe(at('medias.0'))
    expect(await change({ benefits: [unknownId] })).toBe(at('benefits'))
    expect((await calls.get(`/products/${id}`)).body).toMatchObject({ medias: [] })
  })

  it('archives a product and restores it', async () => {
    const { id } = await newProduct(calls)
    const archived = await calls.patch(`/products/${id}`, { is_archived: true })
    expect(archived.body).toMatchObject({ is_archived: true, prices: [{ is_archived: false }] })
    const back = await calls.patch(`/products/${id}`, { is_archived: false })
    expect(back.body).toMatchObject({ is_archived: false })
  })
})

describe('setting the benefits of a product', () => {
  const set = (id: string, benefits: readonly string[]) =>
    calls.post(`/products/${id}/benefits`, { benefits })

  it('replaces the whole list in order', async () => {
    const [one, two] = [
      await newBenefitRow(db.database, acme),
      await newBenefitRow(db.database, acme),
    ]
    const { id } = await newProduct(calls)
    const both = await set(id, [one, two])
    expect(both.status).toBe(200)
    expect(both.body).toMatchObject({ benefits: [{ id: one, type: 'custom' }, { id: two }] })
    expect((await set(id, [two, one])).body).toMatchObject({ benefits: [{ id: two }, { id: one }] })
    const { body } = await set(id, [one])
    expect(body).toMatchObject({ benefits: [{ id: one }] })
    expect((await set(id, [one])).body).toEqual(body)
    expect((await set(id, [])).body).toMatchObject({ benefits: [] })
  })

  it('refuses unknown, repeated and non-selectable benefits', async () => {
    const free = await newBenefitRow(db.database, acme)
    const fixed = await newBenefitRow(db.database, acme, { selectable: false })
    const foreign = await newBenefitRow(db.database, beta)
    const deleted = await newBenefitRow(db.database, acme)
    await db.database.pool.query('update benefit set deleted_at = now() where id = $1', [deleted])
    const { id } = await newProduct(calls)
    for (const one of [foreign, deleted, unknownId]) {
      expect(briefOf(await set(id, [free, one]))).toBe(at('benefits.1'))
    }
    expect(briefOf(await set(id, [free, free]))).toBe(at('benefits.1'))
    expect(briefOf(await set(id, ['thanks']))).toBe(at('benefits.0'))
    expect(briefOf(await set(id, [free, fixed]))).toBe(at('benefits.1'))
    expect(briefOf(await calls.post(`/products/${id}/benefits`, {}))).toBe(at('benefits'))
    await db.database.pool.query(
      `insert into product_benefit (organization_id, product_id, benefit_id, position)
       values ($1, $2, $3, 0)`,
      [acme.id, id, fixed],
    )
    expect(briefOf(await set(id, [free]))).toBe(at('benefits'))
    expect((await set(id, [free, fixed])).body).toMatchObject({
      benefits: [{ id: free }, { id: fixed }],
    })
  })
})

it('a malformed id answers 422, and an unknown one 404', async () => {
  const ask = (id: string) =>
    Promise.all([
      calls.get(`/products/${id}`),
      calls.patch(`/products/${id}`, {}),
      calls.post(`/products/${id}/benefits`, { benefits: [] }),
    ])
  expect((await ask('course')).map(briefOf)).toEqual(
    Array(3).fill('422 RequestValidationError path.id'),
  )
  expect((await ask(unknownId)).map(briefOf)).toEqual(Array(3).fill('404 ResourceNotFound'))
})

it('every change records an event with the whole product', async () => {
  const benefit = await newBenefitRow(db.database, acme)
  const { id } = await newProduct(calls)
  const created = await calls.get(`/products/${id}`)
  const changed = await calls.patch(`/products/${id}`, { name: 'Bob', prices: [freePrice] })
  await calls.patch(`/products/${id}`, { name: 'Bob' })
  const given = await calls.post(`/products/${id}/benefits`, { benefits: [benefit] })
  await calls.post(`/products/${id}/benefits`, { benefits: [benefit] })
  const refused = await calls.patch(`/products/${id}`, { name: 'Eve', prices: [{ id: unknownId }] })
  expect(refused.status).toBe(422)
  const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  expect(events.map(({ name, objectVersion }) => `${name} ${objectVersion}`)).toEqual([
    'product.created 1',
    'product.updated 2',
    'product.updated 3',
  ])
  expect(events.map(({ payload }) => payload)).toEqual([created.body, changed.body, given.body])
})

it('deleting an organization deletes its products', async () => {
  const gamma = await createOrganization(server.current)
  const ofGamma = await newBackend(server.current, gamma, scopes)
  const meter = await newMeter(ofGamma)
  const field = await newCustomField(ofGamma)
  const { id } = await newProduct(ofGamma, {
    recurring_interval: 'year',
    prices: [meteredPrice(meter.id)],
    medias: [await newFileRow(db.database, gamma)],
    attached_custom_fields: [{ custom_field_id: field.id, required: true }],
  })
  const deleted = await gamma.owner.browser.post('/api/auth/organization/delete', {
    organizationId: gamma.id,
  })
  expect(deleted.status).toBe(200)
  const { rows } = await db.database.pool.query('select from product where id = $1', [id])
  expect(rows).toEqual([])
})
