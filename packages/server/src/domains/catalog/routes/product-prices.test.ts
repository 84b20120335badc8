import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import { newMeter } from '../../../../test/meters.ts'
import {
  billByUsage,
  fixedPrice,
  freePrice,
  type MadeProduct,
  meteredPrice,
  newProduct,
  readProduct,
} from '../../../../test/products.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  newBackend,
} from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls
let [tokens, hours] = ['', '']

beforeAll(async () => {
  acme = await found(server.current)
  const scopes = ['products:write', 'meters:write'] as const
  calls = await newBackend(server.current, acme, scopes)
  await billByUsage(db.database, acme)
  tokens = (await newMeter(calls, { name: 'Tokens' })).id
  hours = (await newMeter(calls, { name: 'Hours' })).id
})

const monthly = (wish: object = {}) => newProduct(calls, { recurring_interval: 'month', ...wish })

const want = (product: Pick<MadeProduct, 'id'>, prices: readonly object[]) =>
  calls.patch(`/products/${product.id}`, { prices })

const kept = ({ prices }: MadeProduct, type: string) => ({
  id: prices.find((price) => price.amount_type === type)?.id,
})

const typesIn = ({ body }: BillingAnswer) =>
  readProduct(body).prices.map(({ amount_type }) => amount_type)

const at = (place: string) => `422 RequestValidationError body.prices.${place}`

/** All prices the product ever had, in the order of their making. */
async function rowsOf({ id }: Pick<MadeProduct, 'id'>): Promise<string[]> {
  const { rows } = await db.database.pool.query<{ told: string }>(
    `select amount_type || case when is_archived then ' archived' else '' end as told
       from product_price where product_id = $1 order by position`,
    [id],
  )
  return rows.map(({ told }) => told)
}

describe('the wanted prices', () => {
  it('are kept by id, added, or archived where they are left out', async () => {
    const product = await monthly({ prices: [fixedPrice(), meteredPrice(tokens)] })
    const answer = await want(product, [
      meteredPrice(hours),
      kept(product, 'metered_unit'),
      { amount_type: 'custom' },
    ])
    expect(answer.status).toBe(200)
    // The one that stands alone first, then those by a meter as they were made.
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

  it('may be the very price that was archived, as a new one', async () => {
    const product = await monthly({ prices: [meteredPrice(tokens)] })
    const replaced = await want(product, [meteredPrice(tokens, { unit_amount: '0.75' })])
    expect(replaced.body).toMatchObject({ prices: [{ unit_amount: '0.75', meter_id: tokens }] })
    const back = await want(product, [meteredPrice(tokens)])
    expect(back.body).toMatchObject({ prices: [{ unit_amount: '0.5' }] })
    expect(await rowsOf(product)).toHaveLength(3)
  })

  it('say of an archived price when it was archived, and nothing else of it changes', async () => {
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

  it('that are all there already are no change', async () => {
    const product = await monthly({ prices: [meteredPrice(tokens), freePrice] })
    const same = await want(
      product,
      product.prices.toReversed().map(({ id }) => ({ id })),
    )
    expect(same.body).toMatchObject({ modified_at: null })
  })

  it.each<[string, (product: MadeProduct) => object[], string]>([
    ['none', () => [], ''],
    ['two static ones', () => [freePrice, fixedPrice()], '1'],
    ['a static one beside the kept', (one) => [kept(one, 'fixed'), freePrice], '1'],
    ['one kept twice', (one) => [kept(one, 'fixed'), kept(one, 'fixed')], '1.id'],
    [
      'one by the meter of the kept',
      (one) => [kept(one, 'metered_unit'), meteredPrice(tokens)],
      '1.meter_id',
    ],
    ['one by an unknown meter', (one) => [meteredPrice(one.id)], '0.meter_id'],
    ['one of nothing', () => [meteredPrice(hours, { unit_amount: 0 })], '0.unit_amount'],
    [
      'one with its id and its fields',
      (one) => [{ ...kept(one, 'fixed'), price_amount: 2000 }],
      '0.price_amount',
    ],
    ['one of no type', () => [{}], '0.id'],
    ['one whose id is none', () => [{ id: 'price' }], '0.id'],
  ])('can’t be %s', async (_what, wanted, place) => {
    const product = await monthly({ prices: [fixedPrice(), meteredPrice(tokens)] })
    const answer = await want(product, wanted(product))
    expect(briefOf(answer)).toBe(at(place).replace(/\.$/, ''))
    expect(await rowsOf(product)).toEqual(['fixed', 'metered_unit'])
  })

  it('can’t be of another product, or archived', async () => {
    const other = await monthly()
    const product = await monthly()
    expect(briefOf(await want(product, [kept(other, 'fixed')]))).toBe(at('0.id'))
    await want(product, [freePrice])
    expect(briefOf(await want(product, [kept(product, 'fixed')]))).toBe(at('0.id'))
  })

  it('of what is bought once are none by a meter', async () => {
    const product = await newProduct(calls)
    expect(briefOf(await want(product, [meteredPrice(tokens)]))).toBe(at('0'))
    expect(typesIn(await want(product, [freePrice]))).toEqual(['free'])
  })

  it('stay by a meter where billing by usage is switched off, but none comes to them', async () => {
    const gamma = await found(server.current)
    await billByUsage(db.database, gamma)
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

async function raced(act: (at: number) => Promise<BillingAnswer>): Promise<BillingAnswer[]> {
  return Promise.all(Array.from({ length: many }, (_, number) => act(number)))
}

describe('at once', () => {
  it('many new static prices leave one', async () => {
    const product = await monthly({ prices: [meteredPrice(tokens)] })
    const metered = kept(product, 'metered_unit')
    const answers = await raced((number) =>
      want(product, [metered, number % 2 === 0 ? fixedPrice(1000 + number) : freePrice]),
    )
    // Each comes after another, and archives what that one left.
    expect(answers.map(({ status }) => status)).toEqual(Array(many).fill(200))
    const rows = await rowsOf(product)
    expect(rows).toHaveLength(many + 1)
    expect(rows.filter((told) => !told.includes('archived'))).toHaveLength(2)
    const events = (await eventsOf(server.current, acme)).filter(
      ({ objectId }) => objectId === product.id,
    )
    expect(events.map(({ objectVersion }) => objectVersion)).toEqual(
      Array.from({ length: many + 1 }, (_, index) => index + 1),
    )
  })

  it('of many that replace the same price one comes first, and the others are told so', async () => {
    const product = await monthly({ prices: [fixedPrice(), meteredPrice(tokens)] })
    const [fixed, metered] = [kept(product, 'fixed'), kept(product, 'metered_unit')]
    const answers = await raced((number) =>
      number % 2 === 0
        ? want(product, [fixed, meteredPrice(tokens, { unit_amount: number + 1 })])
        : want(product, [metered, fixedPrice(2000 + number)]),
    )
    const briefs = new Set(answers.map(briefOf))
    expect(briefs).toContain('200')
    expect([...briefs].filter((brief) => !['200', at('0.id')].includes(brief))).toEqual([])
    const living = (await rowsOf(product)).filter((told) => !told.includes('archived'))
    expect(living.toSorted()).toEqual(['fixed', 'metered_unit'])
  })

  it('many changes of other things are all answered', async () => {
    const product = await monthly()
    const answers = await raced((number) =>
      calls.patch(`/products/${product.id}`, {
        name: `Name ${number}`,
        is_archived: number % 3 === 0,
        metadata: { number },
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(many).fill(200))
  })
})

it('the database itself refuses a second static price, and a second price by a meter', async () => {
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
