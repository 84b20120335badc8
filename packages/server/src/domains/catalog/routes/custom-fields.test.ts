import { describe, expect, it } from 'vitest'
import { newCustomField, newFieldSlug } from '../../../../test/custom-fields.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { server, acme, calls } = sellingServer(['custom_fields:write', 'products:write'])

const unknownId = '00000000-0000-7000-8000-000000000000'

const forms = {
  form_label: 'Your size',
  form_help_text: 'As you usually wear it',
  form_placeholder: 'Choose one',
}

describe('creating a custom field', () => {
  it.each<[string, object]>([
    ['text', { ...forms, textarea: true, min_length: 0, max_length: 280 }],
    ['number', { ...forms, ge: -5, le: 5 }],
    ['date', { ge: 0, le: 4_102_444_800 }],
    ['checkbox', { form_label: 'I agree' }],
    ['select', { ...forms, options: [{ value: 's', label: 'Small' }] }],
  ])(
    'of type %s stores every field and returns the whole custom field',
    async (type, properties) => {
      const slug = newFieldSlug()
      const input = { type, name: 'Size', properties, metadata: { camelCase: 1 } }
      const { status, body } = await calls.post('/custom-fields/', {
        ...input,
        slug: slug.toUpperCase(),
      })
      expect(status).toBe(201)
      expect(body).toEqual({
        ...input,
        slug,
        id: expect.any(String),
        created_at: expect.any(String),
        modified_at: null,
        organization_id: acme.id,
      })
      expect((await calls.get(`/custom-fields/${String(body?.['id'])}`)).body).toEqual(body)
    },
  )

  it.each<[string, object, string]>([
    ['no type', { type: undefined }, 'body.type'],
    ['an unknown type', { type: 'color' }, 'body.type'],
    ['an invalid slug', { slug: 'a b' }, 'body.slug'],
    ['no name', { name: '' }, 'body.name'],
    ['an empty label', { properties: { form_label: '' } }, 'body.properties.form_label'],
    [
      'a maximum length below the minimum',
      { properties: { min_length: 2, max_length: 1 } },
      'body.properties.max_length',
    ],
    [
      'a maximum below the minimum',
      { type: 'number', properties: { ge: 2, le: 1 } },
      'body.properties.le',
    ],
    [
      'a last date before the first',
      { type: 'date', properties: { ge: 2, le: 1 } },
      'body.properties.le',
    ],
    ['no options', { type: 'select', properties: { options: [] } }, 'body.properties.options'],
    [
      'two options with one value',
      { type: 'select', properties: { options: Array(2).fill({ value: 'a', label: 'A' }) } },
      'body.properties.options.1.value',
    ],
    ['a property of another type', { properties: { ge: 1 } }, 'body.properties.ge'],
    ['too much metadata', { metadata: { key: 'x'.repeat(501) } }, 'body.metadata.key'],
    ['another organization', { organization_id: unknownId }, 'body.organization_id'],
    ['an unknown field', { label: 'Size' }, 'body.label'],
  ])('refuses %s and points at the field', async (_title, given, field) => {
    const input = { type: 'text', slug: newFieldSlug(), name: 'Size', properties: {}, ...given }
    const answer = await calls.post('/custom-fields/', input)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${field}`)
  })

  it('refuses a slug that is taken', async () => {
    const { slug } = await newCustomField(calls)
    const input = { type: 'checkbox', slug: slug.toUpperCase(), name: 'Again', properties: {} }
    const again = await calls.post('/custom-fields/', input)
    expect(briefOf(again)).toBe('422 RequestValidationError body.slug')
    expect(again.body).toMatchObject({
      detail: [{ msg: 'A custom field with this slug already exists' }],
    })
  })

  it('accepts a key that another organization uses', async () => {
    const { slug } = await newCustomField(calls)
    const others = await createOrganization(server.current)
    const theirs = await newBackend(server.current, others, ['custom_fields:write'])
    expect((await newCustomField(theirs, { slug })).slug).toBe(slug)
  })

  it('creates one custom field for one idempotency key', async () => {
    const key = { 'idempotency-key': 'one-custom-field' }
    const input = { type: 'text', slug: newFieldSlug(), name: 'Size', properties: {} }
    const first = await calls.post('/custom-fields/', input, key)
    expect((await calls.post('/custom-fields/', input, key)).text).toBe(first.text)
  })
})

describe('changing a custom field', () => {
  it('keeps absent fields, and replaces the properties as a whole', async () => {
    const properties = { form_label: 'Size', options: [{ value: 's', label: 'Small' }] }
    const { id, slug } = await newCustomField(calls, { type: 'select', properties })
    const change = async (input: object) =>
      (await calls.patch(`/custom-fields/${id}`, { type: 'select', ...input })).body
    expect(await change({ name: 'Shirt', metadata: { a: 1 } })).toMatchObject({
      name: 'Shirt',
      slug,
      properties,
      metadata: { a: 1 },
      modified_at: expect.any(String),
    })
    const renamed = newFieldSlug()
    const options = [{ value: 'm', label: 'Medium' }]
    const nothing = { name: null, metadata: null }
    expect(await change({ slug: renamed, properties: { options }, ...nothing })).toMatchObject({
      name: 'Shirt',
      slug: renamed,
      properties: { options },
      metadata: {},
    })
  })

  it('changes nothing when every field stays the same', async () => {
    const input = { type: 'number', properties: { ge: 1, le: 2 }, metadata: { a: 1 } }
    const { id, slug } = await newCustomField(calls, input)
    const same = await calls.patch(`/custom-fields/${id}`, { ...input, slug, name: 'Field' })
    expect(same.body).toMatchObject({ modified_at: null })
  })

  it('refuses another type and a taken slug', async () => {
    const { id } = await newCustomField(calls)
    const other = await newCustomField(calls)
    const change = (input: object) => calls.patch(`/custom-fields/${id}`, input)
    const retyped = await change({ type: 'number', properties: {} })
    expect(briefOf(retyped)).toBe('422 RequestValidationError body.type')
    expect(retyped.body).toMatchObject({
      detail: [{ msg: expect.stringContaining('The type of this custom field is text') }],
    })
    const taken = await change({ type: 'text', slug: other.slug })
    expect(briefOf(taken)).toBe('422 RequestValidationError body.slug')
    expect(briefOf(await change({}))).toBe('422 RequestValidationError body.type')
  })
})

describe('a deleted custom field', () => {
  it('cannot be found, and its slug can be used again', async () => {
    const { id, slug } = await newCustomField(calls)
    const removed = await calls.remove(`/custom-fields/${id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    const answers = await Promise.all([
      calls.get(`/custom-fields/${id}`),
      calls.patch(`/custom-fields/${id}`, { type: 'text' }),
      calls.remove(`/custom-fields/${id}`),
    ])
    expect(answers.map(briefOf)).toEqual(Array(3).fill('404 ResourceNotFound'))
    expect((await calls.get(`/custom-fields/?query=${slug}`)).body).toMatchObject({ items: [] })
    expect((await newCustomField(calls, { slug })).id).not.toBe(id)
  })

  it('is detached from every product, and each of them records an event', async () => {
    const deleted = await newCustomField(calls)
    const kept = await newCustomField(calls)
    const attached = [deleted, kept].map(({ id }) => ({ custom_field_id: id, required: true }))
    const { id } = await newProduct(calls, { attached_custom_fields: attached })
    await calls.remove(`/custom-fields/${deleted.id}`)
    const { body } = await calls.get(`/products/${id}`)
    expect(body).toMatchObject({
      attached_custom_fields: [{ custom_field_id: kept.id, required: true }],
    })
    const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
    expect(events.map(({ name }) => name)).toEqual(['product.created', 'product.updated'])
    expect(events[1]?.payload).toEqual(body)
  })
})

it('a malformed id answers 422', async () => {
  for (const answer of [
    await calls.get('/custom-fields/size'),
    await calls.patch('/custom-fields/size', { type: 'text' }),
    await calls.remove('/custom-fields/size'),
  ]) {
    expect(briefOf(answer)).toBe('422 RequestValidationError path.id')
  }
})

it('every change records an event with the whole custom field', async () => {
  const { id } = await newCustomField(calls, { name: 'Size' })
  await calls.patch(`/custom-fields/${id}`, { type: 'text', name: 'Shirt size' })
  await calls.patch(`/custom-fields/${id}`, { type: 'text', name: 'Shirt size' })
  const shown = await calls.get(`/custom-fields/${id}`)
  await calls.remove(`/custom-fields/${id}`)
  const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  expect(events.map(({ name, objectVersion }) => `${name} ${objectVersion}`)).toEqual([
    'custom_field.created 1',
    'custom_field.updated 2',
    'custom_field.deleted 3',
  ])
  expect(events[1]?.payload).toEqual(shown.body)
  expect(events[2]?.payload).toEqual({ ...shown.body, modified_at: expect.any(String) })
})

it('a slug is only reserved within its organization', async () => {
  const { slug } = await newCustomField(calls)
  const other = await createOrganization(server.current)
  const theirs = await newBackend(server.current, other, ['custom_fields:write'])
  expect((await newCustomField(theirs, { slug })).slug).toBe(slug)
})
