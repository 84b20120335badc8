import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { at, textAt } from '../wire.ts'
import { asBackend, call, inDashboard, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, ['discounts:write', 'products:write'])).token
})

const backend = () => asBackend(site, token)

const tenPercent = {
  name: 'Ten',
  type: 'percentage',
  basisPoints: 1000,
  duration: 'once',
} as const
const fiveDollars = { name: 'Five', type: 'fixed', amount: 500, duration: 'forever' } as const

describe('the backend of Acme', () => {
  it('creates discounts and reads them with the official client', async () => {
    const { discounts } = backend()
    for (const terms of [tenPercent, fiveDollars]) {
      const input = {
        ...terms,
        code: `Launch${terms.type}`,
        startsAt: new Date('2030-03-01'),
        endsAt: new Date('2030-06-01'),
        maxRedemptions: 100,
        metadata: { campaign: 'spring', rank: 1.5, isLoud: false },
      }
      const created = await discounts.create(input)
      expect(created).toMatchObject({
        ...input,
        ...(terms.type === 'fixed' && { currency: 'usd' }),
        redemptionsCount: 0,
        products: [],
        organizationId: acme.organizationId,
        createdAt: expect.any(Date),
        modifiedAt: null,
      })
      expect(await discounts.get({ id: created.id })).toEqual(created)
    }
  })

  it('creates repeating discounts, whose months the client drops, and sets them afterwards', async () => {
    const { discounts } = backend()
    const terms = { ...tenPercent, duration: 'repeating', durationInMonths: 3 } as const
    const { id } = await discounts.create(terms)
    // The client drops the months of its answers as well.
    const months = async () => (await call(acme.person, 'GET', `/discounts/${id}`)).body
    expect(await months()).toMatchObject({ duration: 'repeating', duration_in_months: 1 })
    await discounts.update({ id, discountUpdate: { durationInMonths: 3 } })
    expect(await months()).toMatchObject({ duration: 'repeating', duration_in_months: 3 })
  })

  it('limits a discount to products', async () => {
    const { discounts, products } = backend()
    const [guide, atlas] = await Promise.all(
      ['Guide', 'Atlas'].map((name) =>
        products.create({ name, recurringInterval: null, prices: [{ amountType: 'free' }] }),
      ),
    )
    const created = await discounts.create({ ...tenPercent, products: [guide?.id ?? ''] })
    expect(created.products).toMatchObject([{ id: guide?.id, name: 'Guide', isRecurring: false }])
    const discountUpdate = { products: [guide?.id ?? '', atlas?.id ?? ''] }
    const changed = await discounts.update({ id: created.id, discountUpdate })
    expect(changed.products.map(({ name }) => name).toSorted()).toEqual(['Atlas', 'Guide'])
  })

  it('updates a discount but not its type or duration', async () => {
    const { discounts } = backend()
    const { id } = await discounts.create({ ...tenPercent, code: 'CHANGE' })
    const discountUpdate = { name: 'Twenty', basisPoints: 2000, code: null, maxRedemptions: 5 }
    expect(await discounts.update({ id, discountUpdate })).toMatchObject({
      ...discountUpdate,
      duration: 'once',
      modifiedAt: expect.any(Date),
    })
    const error = await thrown(discounts.update({ id, discountUpdate: { duration: 'forever' } }))
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({ detail: [{ loc: ['body', 'duration'] }] })
  })

  it('deletes a discount and uses its code again', async () => {
    const { discounts } = backend()
    const first = await discounts.create({ ...tenPercent, code: 'GONE' })
    await discounts.delete({ id: first.id })
    expect(await thrown(discounts.get({ id: first.id }))).toBeInstanceOf(ResourceNotFound)
    expect((await discounts.create({ ...tenPercent, code: 'gone' })).id).not.toBe(first.id)
  })

  it('finds a discount by any part of its code, and takes an empty code for none', async () => {
    const { discounts } = backend()
    const coded = await discounts.create({ ...tenPercent, name: 'Summer', code: 'SUN25' })
    const plain = await discounts.create({ ...tenPercent, name: 'Sunny', code: '' })
    expect(plain.code).toBeNull()
    const { result } = await discounts.list({ query: 'sun', sorting: ['name'] })
    expect(result.items).toEqual([coded, plain])
    const discountUpdate = { code: '' }
    const changed = await discounts.update({ id: coded.id, discountUpdate })
    expect(changed.code).toBeNull()
  })

  it('lists a hundred discounts page by page', async () => {
    const crowd = await newSeller(site, 'crowd')
    const { discounts } = asBackend(site, (await newToken(crowd, ['discounts:write'])).token)
    const inputs = Array.from({ length: 100 }, (_, number) => ({
      ...(number % 2 === 0 ? tenPercent : fiveDollars),
      name: `Discount ${String(number).padStart(2, '0')}`,
      code: number % 3 === 0 ? `CODE${number}` : null,
      endsAt: number % 5 === 0 ? new Date('2040-01-01') : null,
    }))
    for (let done = 0; done < inputs.length; done += 20) {
      await Promise.all(inputs.slice(done, done + 20).map((one) => discounts.create(one)))
    }
    const seen: string[] = []
    for await (const page of await discounts.list({ sorting: ['name'], limit: 30 })) {
      expect(page.result.pagination).toEqual({ totalCount: 100, maxPage: 4 })
      seen.push(...page.result.items.map(({ name }) => name))
    }
    expect(seen).toEqual(inputs.map(({ name }) => name))
    const { result } = await discounts.list({ query: 'discount 1', sorting: ['-name'] })
    expect(result.items.map(({ name }) => name.slice(-2))).toEqual(
      '19 18 17 16 15 14 13 12 11 10'.split(' '),
    )
  })
})

describe('a backend gets an error', () => {
  it('for a taken code, an unknown product and an end before the start', async () => {
    const { discounts } = backend()
    await discounts.create({ ...tenPercent, code: 'MINE' })
    const unknownId = '00000000-0000-7000-8000-000000000000'
    const [later, earlier] = [new Date('2030-02-01'), new Date('2030-01-01')]
    const wrong: [object, (string | number)[]][] = [
      [{ code: 'mine' }, ['code']],
      [{ products: [unknownId] }, ['products', 0]],
      [{ startsAt: later, endsAt: earlier }, ['ends_at']],
    ]
    for (const [input, place] of wrong) {
      const error = await thrown(discounts.create({ ...tenPercent, ...input }))
      expect(error).toBeInstanceOf(HTTPValidationError)
      expect(error).toMatchObject({ detail: [{ loc: ['body', ...place] }] })
    }
  })

  it('for a missing write scope', async () => {
    const { token: reading } = await newToken(acme, ['discounts:read'])
    const refused = await thrown(asBackend(site, reading).discounts.create(tenPercent))
    expect(refused).toMatchObject({ statusCode: 403 })
  })
})

it('other organizations cannot find a discount', async () => {
  const { id } = await backend().discounts.create(tenPercent)
  const beta = await newSeller(site, 'beta')
  const { discounts } = asBackend(site, (await newToken(beta, ['discounts:write'])).token)
  const refused = await Promise.all(
    [
      discounts.get({ id }),
      discounts.update({ id, discountUpdate: { name: 'Mine' } }),
      discounts.delete({ id }),
    ].map(thrown),
  )
  for (const error of refused) expect(error).toBeInstanceOf(ResourceNotFound)
  expect((await discounts.list({ organizationId: acme.organizationId })).result.items).toEqual([])
})

it('a member creates a repeating discount in the dashboard', async () => {
  const { organizationId, person } = acme
  const { status, body } = await call(person, 'POST', '/discounts/', {
    name: 'Quarter',
    type: 'fixed',
    amount: 300,
    duration: 'repeating',
    duration_in_months: 3,
    organization_id: organizationId,
  })
  expect([status, at(body, 'duration_in_months')]).toEqual([201, 3])
  const { discounts } = inDashboard(person)
  const { result } = await discounts.list({ organizationId, query: 'quarter' })
  expect(result.items).toMatchObject([{ id: textAt(body, 'id'), duration: 'repeating' }])
})
