import { describe, expect, it } from 'vitest'
import { newDiscount, tenPercent } from '../../../../test/discounts.ts'
import { laterFields } from '../../../../test/later-fields.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer(['discounts:write', 'products:write'])

const unknownId = '00000000-0000-7000-8000-000000000000'
const fiveDollars = { name: 'Five', type: 'fixed', amount: 500, duration: 'once' }

const details = {
  name: 'Spring sale',
  code: 'Spring30',
  starts_at: '2030-03-01T00:00:00.000Z',
  ends_at: '2030-06-01T00:00:00.000Z',
  max_redemptions: 100,
  metadata: { camelCase: 1 },
}

/** Sets the count of redemptions. */
const redeem = (id: string, times: number) =>
  db.database.pool.query('update discount set redemptions_count = $2 where id = $1', [id, times])

describe('creating a discount', () => {
  it.each<[string, object, object]>([
    ['a fixed amount once', { type: 'fixed', amount: 500, duration: 'once' }, { currency: 'usd' }],
    [
      'a fixed amount of zero',
      { type: 'fixed', amount: 0, currency: 'usd', duration: 'forever' },
      {},
    ],
    [
      'a fixed amount for some months',
      { type: 'fixed', amount: 500, duration: 'repeating', duration_in_months: 3 },
      { currency: 'usd' },
    ],
    ['a percentage forever', { type: 'percentage', basis_points: 1, duration: 'forever' }, {}],
    [
      'everything for some months',
      { type: 'percentage', basis_points: 10_000, duration: 'repeating', duration_in_months: 12 },
      {},
    ],
  ])('of %s stores every field and returns the whole discount', async (title, terms, added) => {
    const code = title.replaceAll(/[^a-z]/g, '')
    const { status, body } = await calls.post('/discounts/', { ...details, ...terms, code })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...details,
      ...terms,
      ...added,
      code,
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      redemptions_count: 0,
      organization_id: acme.id,
      products: [],
    })
    expect((await calls.get(`/discounts/${String(body?.['id'])}`)).body).toEqual(body)
  })

  it('for some products returns them without their prices and links', async () => {
    const book = await newProduct(calls, { name: 'Book' })
    const letter = await newProduct(calls, { name: 'Letter', recurring_interval: 'month' })
    const products = [letter.id, book.id, letter.id]
    const { body } = await calls.post('/discounts/', { ...tenPercent, products })
    const product = {
      created_at: expect.any(String),
      modified_at: null,
      description: null,
      visibility: 'public',
      is_archived: false,
      organization_id: acme.id,
      metadata: {},
      ...laterFields.product,
    }
    expect(body?.['products']).toEqual([
      {
        ...product,
        id: book.id,
        name: 'Book',
        recurring_interval: null,
        recurring_interval_count: null,
        is_recurring: false,
      },
      {
        ...product,
        id: letter.id,
        name: 'Letter',
        recurring_interval: 'month',
        recurring_interval_count: 1,
        is_recurring: true,
      },
    ])
  })

  it.each<[string, object, string]>([
    ['no name', { name: '' }, 'body.name'],
    ['no type', { type: undefined }, 'body.type'],
    ['an unknown duration', { duration: 'twice' }, 'body.duration'],
    ['more than a hundred percent', { basis_points: 10_001 }, 'body.basis_points'],
    ['no whole month', { duration: 'repeating', duration_in_months: 0 }, 'body.duration_in_months'],
    [
      'months of a discount that does not repeat',
      { duration_in_months: 3 },
      'body.duration_in_months',
    ],
    ['an amount of a percentage', { amount: 500 }, 'body.amount'],
    ['a code that is too short', { code: 'ab' }, 'body.code'],
    ['a code with a hyphen', { code: 'AB-12' }, 'body.code'],
    ['no redemptions', { max_redemptions: 0 }, 'body.max_redemptions'],
    [
      'an end before the start',
      { starts_at: details.ends_at, ends_at: details.starts_at },
      'body.ends_at',
    ],
    [
      'an end at the start',
      { starts_at: details.ends_at, ends_at: details.ends_at },
      'body.ends_at',
    ],
    ['an unknown product', { products: [unknownId] }, 'body.products.0'],
    ['a malformed product id', { products: ['atlas'] }, 'body.products.0'],
    ['too much metadata', { metadata: { key: 'x'.repeat(501) } }, 'body.metadata.key'],
    ['another organization', { organization_id: unknownId }, 'body.organization_id'],
    ['an unknown field', { redemptions_count: 1 }, 'body.redemptions_count'],
  ])('refuses %s and points at the field', async (_title, given, field) => {
    const answer = await calls.post('/discounts/', { ...tenPercent, ...given })
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${field}`)
  })

  it('refuses a code that is taken, in any case', async () => {
    await newDiscount(calls, { code: 'Taken' })
    const again = await calls.post('/discounts/', { ...tenPercent, code: 'TAKEN' })
    expect(briefOf(again)).toBe('422 RequestValidationError body.code')
    await newDiscount(calls, { code: null })
    await newDiscount(calls, { code: null })
  })

  it('creates one discount for one idempotency key', async () => {
    const key = { 'idempotency-key': 'one-discount' }
    const first = await calls.post('/discounts/', tenPercent, key)
    expect((await calls.post('/discounts/', tenPercent, key)).text).toBe(first.text)
  })
})

describe('changing a discount', () => {
  it('keeps absent fields and clears those that are null', async () => {
    const { id: product } = await newProduct(calls)
    const { id } = await newDiscount(calls, { ...details, code: 'Clear1', products: [product] })
    const renamed = await calls.patch(`/discounts/${id}`, { name: 'Summer', basis_points: 2000 })
    expect(renamed.body).toMatchObject({
      ...details,
      code: 'Clear1',
      name: 'Summer',
      basis_points: 2000,
      products: [{ id: product }],
      modified_at: expect.any(String),
    })
    const cleared = { code: null, starts_at: null, ends_at: null, max_redemptions: null }
    const nothing = { name: null, metadata: null, products: null, amount: null, currency: null }
    expect((await calls.patch(`/discounts/${id}`, { ...cleared, ...nothing })).body).toMatchObject({
      ...cleared,
      name: 'Summer',
      metadata: {},
      products: [],
      basis_points: 2000,
    })
  })

  it('changes nothing when every field stays the same, including the currency', async () => {
    const { id } = await newDiscount(calls, { ...details, code: 'Same1' })
    const same = { ...tenPercent, ...details, code: 'Same1', currency: 'usd', products: [] }
    expect((await calls.patch(`/discounts/${id}`, same)).body).toMatchObject({ modified_at: null })
  })

  it.each<[string, object, object, string]>([
    ['another type', tenPercent, { type: 'fixed' }, 'type'],
    ['another duration', tenPercent, { duration: 'forever' }, 'duration'],
    ['another number of months', tenPercent, { duration_in_months: 2 }, 'duration_in_months'],
    ['an amount of a percentage', tenPercent, { amount: 5 }, 'amount'],
    ['a percentage of a fixed discount', fiveDollars, { basis_points: 5 }, 'basis_points'],
    ['an end in the past', tenPercent, { ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
    [
      'an end before the start',
      tenPercent,
      { starts_at: details.ends_at, ends_at: details.starts_at },
      'ends_at',
    ],
    ['unknown products', tenPercent, { products: [unknownId] }, 'products.0'],
    ['an unknown field', tenPercent, { percentage: 5 }, 'percentage'],
  ])('refuses %s and points at the field', async (_title, known, input, field) => {
    const { id } = await newDiscount(calls, known)
    const answer = await calls.patch(`/discounts/${id}`, input)
    expect(briefOf(answer)).toBe(`422 RequestValidationError body.${field}`)
  })

  it('refuses a taken code but accepts its own code in another case', async () => {
    await newDiscount(calls, { code: 'Theirs' })
    const { id } = await newDiscount(calls, { code: 'Ours' })
    const taken = await calls.patch(`/discounts/${id}`, { code: 'THEIRS' })
    expect(briefOf(taken)).toBe('422 RequestValidationError body.code')
    const spelled = await calls.patch(`/discounts/${id}`, { code: 'ACROSS' })
    expect(spelled.body).toMatchObject({ code: 'ACROSS' })
  })

  it('refuses another value or a lower limit once the discount was redeemed', async () => {
    const { id } = await newDiscount(calls, { ...fiveDollars, max_redemptions: 10 })
    await redeem(id, 4)
    const change = async (input: object) => briefOf(await calls.patch(`/discounts/${id}`, input))
    expect(await change({ amount: 501 })).toBe('422 RequestValidationError body.amount')
    expect(await change({ max_redemptions: 3 })).toBe(
      '422 RequestValidationError body.max_redemptions',
    )
    expect(await change({ amount: 500, max_redemptions: 4, name: 'Gone' })).toBe('200')
    expect((await calls.get(`/discounts/${id}`)).body).toMatchObject({ redemptions_count: 4 })
    const part = await newDiscount(calls)
    await redeem(part.id, 1)
    expect(briefOf(await calls.patch(`/discounts/${part.id}`, { basis_points: 1 }))).toBe(
      '422 RequestValidationError body.basis_points',
    )
  })

  it('refuses changes of an ended discount without a new end', async () => {
    const { id } = await newDiscount(calls, { ends_at: '2020-01-01T00:00:00Z' })
    const change = async (input: object) => briefOf(await calls.patch(`/discounts/${id}`, input))
    expect(await change({ code: 'LATE' })).toBe('422 RequestValidationError body.ends_at')
    expect(await change({ name: 'Over' })).toBe('200')
    expect(await change({ code: 'LATE', ends_at: null })).toBe('200')
  })
})

describe('a deleted discount', () => {
  it('cannot be found, and its code can be used again', async () => {
    const { id } = await newDiscount(calls, { name: 'Gone for good', code: 'GONE' })
    const removed = await calls.remove(`/discounts/${id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    const answers = await Promise.all([
      calls.get(`/discounts/${id}`),
      calls.patch(`/discounts/${id}`, { name: 'Ghost' }),
      calls.remove(`/discounts/${id}`),
    ])
    expect(answers.map(briefOf)).toEqual(Array(3).fill('404 ResourceNotFound'))
    expect((await calls.get('/discounts/?query=Gone+for+good')).body).toMatchObject({ items: [] })
    expect((await newDiscount(calls, { code: 'gone' })).id).not.toBe(id)
  })
})

it('a malformed id answers 422', async () => {
  for (const answer of [
    await calls.get('/discounts/SPRING'),
    await calls.patch('/discounts/SPRING', {}),
    await calls.remove('/discounts/SPRING'),
  ]) {
    expect(briefOf(answer)).toBe('422 RequestValidationError path.id')
  }
})

it('every change records an event with the whole discount', async () => {
  const { id: product } = await newProduct(calls)
  const { id } = await newDiscount(calls)
  await calls.patch(`/discounts/${id}`, { products: [product] })
  await calls.patch(`/discounts/${id}`, { products: [product, product] })
  const shown = await calls.get(`/discounts/${id}`)
  await calls.remove(`/discounts/${id}`)
  const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  expect(events.map(({ name, objectVersion }) => `${name} ${objectVersion}`)).toEqual([
    'discount.created 1',
    'discount.updated 2',
    'discount.deleted 3',
  ])
  expect(shown.body).toMatchObject({ products: [{ id: product }] })
  expect(events[1]?.payload).toEqual(shown.body)
  expect(events[2]?.payload).toEqual({ ...shown.body, modified_at: expect.any(String) })
})

it('another organization may have the same code', async () => {
  await newDiscount(calls, { code: 'SHARED' })
  const others = await createOrganization(server.current)
  const theirs = await newBackend(server.current, others, ['discounts:write'])
  expect((await newDiscount(theirs, { code: 'shared' })).code).toBe('shared')
})

it('the database enforces the rules too', async () => {
  const { id } = await newDiscount(calls, { ...fiveDollars, max_redemptions: 2 })
  for (const wrong of [
    'redemptions_count = 3',
    'redemptions_count = -1',
    'amount = -1',
    'amount = null',
    'basis_points = 5',
    "currency = 'USD'",
    "duration = 'repeating'",
    'duration_in_months = 1',
    "code = 'a-b-c'",
    "starts_at = now(), ends_at = now() - interval '1 day'",
  ]) {
    const changed = db.database.pool.query(`update discount set ${wrong} where id = $1`, [id])
    await expect(changed).rejects.toMatchObject({ code: '23514' })
  }
})

it('a code is only reserved within its organization', async () => {
  await newDiscount(calls, { code: 'Across1' })
  const other = await createOrganization(server.current)
  const theirs = await newBackend(server.current, other, ['discounts:write'])
  expect((await newDiscount(theirs, { code: 'across1' })).code).toBe('across1')
})
