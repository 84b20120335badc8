import { beforeAll, describe, expect, it } from 'vitest'
import { newMeter } from '../../../../test/meters.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import {
  fixedPrice,
  freePrice,
  type MadeProduct,
  meteredPrice,
  newProduct,
  readProduct,
} from '../../../../test/products.ts'
import { type BillingAnswer, briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer(['products:write', 'meters:write'])
let [tokens, hours] = ['', '']

beforeAll(async () => {
  tokens = (await newMeter(calls, { name: 'Tokens' })).id
  hours = (await newMeter(calls, { name: 'Hours' })).id
})

const monthly = (input: object = {}) => newProduct(calls, { recurring_interval: 'month', ...input })

const want = (product: Pick<MadeProduct, 'id'>, prices: readonly object[]) =>
  calls.patch(`/products/${product.id}`, { prices })

const kept = ({ prices }: MadeProduct, type: string) => ({
  id: prices.find((price) => price.amount_type === type)?.id,
})

const typesIn = ({ body }: BillingAnswer) =>
  readProduct(body).prices.map(({ amount_type }) => amount_type)

const at = (field: string) => `422 RequestValidationError body.prices.${field}`

/** All prices that the product ever had, in the order of creation. */
async function rowsOf({ id }: Pick<MadeProduct, 'id'>): Promise<string[]> {
  const { rows } = await db.database.pool.query<{ reported: string }>(
    `select amount_type || case when is_archived then ' archived' else '' end as reported
       from product_price where product_id = $1 order by position`,
    [id],
  )
  return rows.map(({ reported }) => reported)
}

describe('the prices of an update', () => {
  it('are kept by id, added, or archived when not listed', async () => {
    const product = await monthly({ prices: [fixedPrice(), meteredPrice(tokens)] })
    const answer = await want(product, [
      meteredPrice(hours),
      kept(product, 'metered_unit'),
      { amount_type: 'custom' },
    ])
    expect(answer.status).toBe(200)
    // The static price first, then the metered ones in the order of creation.
    expect(answer.body).toMatchObject({
      prices: [
        { amount_type: 'custom', minimum_amount: null },
        { ...kept(product, 'metered_unit'), meter: { name: 'Tokens' } },
        { amount_type: 'metered_unit', meter: { name: 'Hours' } },
      ],
    })
    expect(await rowsOf(product)).toEqual([
      'fixed archived',
      'metered_unit',
      'metered_unit',
      'custom',
    ])
  })

  it('have no tax behavior but the one of every price, named, null or left out', async () => {
    const product = await monthly({
      prices: [{ ...fixedPrice(), tax_behavior: null }, meteredPrice(tokens)],
    })
    const sentBack = [
      { ...fixedPrice(), ...kept(product, 'fixed'), tax_behavior: null },
      { ...meteredPrice(tokens), ...kept(product, 'metered_unit'), tax_behavior: null },
    ]
    expect(await want(product, sentBack)).toMatchObject({ status: 200 })
    const added = { ...meteredPrice(hours), tax_behavior: 'exclusive' }
    expect(await want(product, [...sentBack, added])).toMatchObject({
      status: 200,
      body: { prices: [{}, {}, { tax_behavior: 'exclusive' }] },
    })
    const inclusive = { ...fixedPrice(2000), tax_behavior: 'inclusive' }
    expect(briefOf(await want(product, [inclusive]))).toBe(at('0.tax_behavior'))
    const refused = await calls.post('/products/', {
      name: 'Included',
      recurring_interval: null,
      prices: [inclusive],
    })
    expect(briefOf(refused)).toBe(at('0.tax_behavior'))
  })

  it('can repeat an archived price as a new one', async () => {
    const product = await monthly({ prices: [meteredPrice(tokens)] })
    const replaced = await want(product, [meteredPrice(tokens, { unit_amount: '0.75' })])
    expect(replaced.body).toMatchObject({ prices: [{ unit_amount: '0.75', meter_id: tokens }] })
    const back = await want(product, [meteredPrice(tokens)])
    expect(back.body).toMatchObject({ prices: [{ unit_amount: '0.5' }] })
    expect(await rowsOf(product)).toHaveLength(3)
  })

  it('only change the archived flag and the modification time of an archived price', async () => {
    const product = await monthly()
    await want(product, [freePrice])
    const { rows } = await db.database.pool.query(
      `select id, price_amount, is_archived, modified_at is not null as "isDated"
         from product_price where product_id = $1 order by position limit 1`,
      [product.id],
    )
    expect(rows).toEqual([
      { id: kept(product, 'fixed').id, price_amount: 1000, is_archived: true, isDated: true },
    ])
  })

  it('change nothing when all of them exist', async () => {
    const product = await monthly({ prices: [meteredPrice(tokens), freePrice] })
    const same = await want(
      product,
      product.prices.toReversed().map(({ id }) => ({ id })),
    )
    expect(same.body).toMatchObject({ modified_at: null })
  })

  it.each<[string, (product: MadeProduct) => object[], string]>([
    ['an empty list', () => [], ''],
    ['two static prices', () => [freePrice, fixedPrice()], '1'],
    ['a new static price next to a kept one', (one) => [kept(one, 'fixed'), freePrice], '1'],
    ['a price that is listed twice', (one) => [kept(one, 'fixed'), kept(one, 'fixed')], '1.id'],
    [
      'a new price of a kept meter',
      (one) => [kept(one, 'metered_unit'), meteredPrice(tokens)],
      '1.meter_id',
    ],
    ['a price of an unknown meter', (one) => [meteredPrice(one.id)], '0.meter_id'],
    ['a unit amount of zero', () => [meteredPrice(hours, { unit_amount: 0 })], '0.unit_amount'],
    [
      'a price with both an id and fields',
      (one) => [{ ...kept(one, 'fixed'), price_amount: 2000 }],
      '0.price_amount',
    ],
    ['a price without a type', () => [{}], '0.id'],
    ['a malformed price id', () => [{ id: 'price' }], '0.id'],
  ])('cannot be %s', async (_title, requested, field) => {
    const product = await monthly({ prices: [fixedPrice(), meteredPrice(tokens)] })
    const answer = await want(product, requested(product))
    expect(briefOf(answer)).toBe(at(field).replace(/\.$/, ''))
    expect(await rowsOf(product)).toEqual(['fixed', 'metered_unit'])
  })

  it('cannot include archived prices or those of another product', async () => {
    const other = await monthly()
    const product = await monthly()
    expect(briefOf(await want(product, [kept(other, 'fixed')]))).toBe(at('0.id'))
    await want(product, [freePrice])
    expect(briefOf(await want(product, [kept(product, 'fixed')]))).toBe(at('0.id'))
  })

  it('cannot be metered for a one-time product', async () => {
    const product = await newProduct(calls)
    expect(briefOf(await want(product, [meteredPrice(tokens)]))).toBe(at('0'))
    expect(typesIn(await want(product, [freePrice]))).toEqual(['free'])
  })

  it('keep metered prices when usage-based billing is disabled but cannot add any', async () => {
    const gamma = await createOrganization(server.current)
    const scopes = ['products:write', 'meters:write'] as const
    const ofGamma = await newBackend(server.current, gamma, scopes)
    const [one, other] = [await newMeter(ofGamma), await newMeter(ofGamma)]
    const product = await newProduct(ofGamma, {
      recurring_interval: 'year',
      prices: [meteredPrice(one.id)],
    })
    await db.database.pool.query(
      'update organization set usage_based_billing_enabled = false where id = $1',
      [gamma.id],
    )
    const change = (prices: object[]) => ofGamma.patch(`/products/${product.id}`, { prices })
    const stays = kept(product, 'metered_unit')
    expect(briefOf(await change([stays, meteredPrice(other.id)]))).toBe(at('1'))
    expect(typesIn(await change([stays, freePrice]))).toEqual(['free', 'metered_unit'])
  })
})

const many = 12

async function runConcurrently(
  act: (at: number) => Promise<BillingAnswer>,
): Promise<BillingAnswer[]> {
  return Promise.all(Array.from({ length: many }, (_, number) => act(number)))
}

describe('concurrent updates', () => {
  it('with new static prices leave one active', async () => {
    const product = await monthly({ prices: [meteredPrice(tokens)] })
    const metered = kept(product, 'metered_unit')
    const answers = await runConcurrently((number) =>
      want(product, [metered, number % 2 === 0 ? fixedPrice(1000 + number) : freePrice]),
    )
    // Each waits for the one before and archives the price that it added.
    expect(answers.map(({ status }) => status)).toEqual(Array(many).fill(200))
    const rows = await rowsOf(product)
    expect(rows).toHaveLength(many + 1)
    expect(rows.filter((reported) => !reported.includes('archived'))).toHaveLength(2)
    const events = (await eventsOf(server.current, acme)).filter(
      ({ objectId }) => objectId === product.id,
    )
    expect(events.map(({ objectVersion }) => objectVersion)).toEqual(
      Array.from({ length: many + 1 }, (_, index) => index + 1),
    )
  })

  it('that replace the same price are refused except for one', async () => {
    const product = await monthly({ prices: [fixedPrice(), meteredPrice(tokens)] })
    const [fixed, metered] = [kept(product, 'fixed'), kept(product, 'metered_unit')]
    const answers = await runConcurrently((number) =>
      number % 2 === 0
        ? want(product, [fixed, meteredPrice(tokens, { unit_amount: number + 1 })])
        : want(product, [metered, fixedPrice(2000 + number)]),
    )
    const briefs = new Set(answers.map(briefOf))
    expect(briefs).toContain('200')
    expect([...briefs].filter((brief) => !['200', at('0.id')].includes(brief))).toEqual([])
    const living = (await rowsOf(product)).filter((reported) => !reported.includes('archived'))
    expect(living.toSorted()).toEqual(['fixed', 'metered_unit'])
  })

  it('of different fields all succeed', async () => {
    const product = await monthly()
    const answers = await runConcurrently((number) =>
      calls.patch(`/products/${product.id}`, {
        name: `Name ${number}`,
        is_archived: number % 3 === 0,
        metadata: { number },
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(many).fill(200))
  })
})

it('the database refuses a second static price, and a second price of a meter', async () => {
  const product = await monthly({ prices: [fixedPrice(), meteredPrice(tokens)] })
  const copy = (type: string) =>
    db.database.pool.query(
      `insert into product_price (organization_id, id, product_id, position, amount_type,
         price_currency, price_amount, unit_amount, meter_id, created_at)
       select organization_id, gen_random_uuid(), product_id, 9, amount_type,
         price_currency, price_amount, unit_amount, meter_id, created_at
         from product_price where product_id = $1 and amount_type = $2`,
      [product.id, type],
    )
  await expect(copy('fixed')).rejects.toMatchObject({ constraint: 'product_price_static' })
  await expect(copy('metered_unit')).rejects.toMatchObject({ constraint: 'product_price_meter' })
})
