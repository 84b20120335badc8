import { beforeAll, describe, expect, it } from 'vitest'
import { type MadeLink, newLink } from '../../../../test/checkout-links.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import {
  type Acts,
  eachOf,
  inQuery,
  type Neighbour,
  neighbours,
} from '../../../../test/neighbours.ts'
import { newProduct } from '../../../../test/products.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const allScopes = ['checkout_links:write', 'products:write', 'discounts:write'] as const

const db = testDatabase()
const server = testServer(db)
const near = neighbours(server, {
  all: allScopes,
  reading: ['checkout_links:read'],
  other: ['products:write', 'discounts:write', 'checkouts:write'],
})
let ours: MadeLink
let theirProduct: string
let ourProduct: string

beforeAll(async () => {
  ours = await newLink(near.as('backend'), { label: 'Ours' })
  const [first] = ours.products
  ourProduct = first?.id ?? ''
  theirProduct = (await newProduct(near.as('stranger’s backend'))).id
})

const wish = (organization_id: string | undefined) => ({ products: [ourProduct], organization_id })

const acts: Acts = {
  list: (calls, id) => calls.get(`/checkout-links/${inQuery(id)}`),
  create: (calls, id) => calls.post('/checkout-links/', wish(id)),
  get: (calls) => calls.get(`/checkout-links/${ours.id}`),
  update: (calls) => calls.patch(`/checkout-links/${ours.id}`, { label: 'Theirs' }),
  delete: (calls) => calls.remove(`/checkout-links/${ours.id}`),
}

const reads = ['list', 'get']

const outcomes = (who: Neighbour, organizationId: string | undefined) =>
  near.outcomes(acts, who, organizationId)

const each = (say: (name: string) => string) => eachOf(acts, say)

const toStrangers = {
  ...each(() => '404 ResourceNotFound'),
  list: '200',
  create: '422 RequestValidationError body.organization_id',
}

describe('of the checkout links of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', near.acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('a stranger finds none', async () => {
    expect(await outcomes('stranger', near.acme.id)).toEqual(toStrangers)
    const { body } = await near
      .as('stranger')
      .get(`/checkout-links/?organization_id=${near.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend finds none, whichever organization it names', async () => {
    expect(await outcomes('stranger’s backend', near.acme.id)).toEqual(toStrangers)
    expect(await outcomes('stranger’s backend', undefined)).toEqual({
      ...toStrangers,
      create: '422 RequestValidationError body.products.0',
    })
    const { body } = await near.as('backend').get(`/checkout-links/${ours.id}`)
    expect(body).toMatchObject({ label: 'Ours' })
  })

  it('none offers a stranger’s product, or takes off what they take off', async () => {
    const backend = near.as('backend')
    const discount_id = (await newDiscount(near.as('stranger’s backend'))).id
    const products = [ourProduct, theirProduct]
    for (const [wrong, place] of [
      [{ products }, 'products.1'],
      [{ products: [ourProduct], discount_id }, 'discount_id'],
    ] as const) {
      const refused = `422 RequestValidationError body.${place}`
      expect(briefOf(await backend.post('/checkout-links/', wrong))).toBe(refused)
      expect(briefOf(await backend.patch(`/checkout-links/${ours.id}`, wrong))).toBe(refused)
    }
    const named = { product_id: theirProduct }
    expect(briefOf(await backend.post('/checkout-links/', named))).toBe(
      '422 RequestValidationError body.product_id',
    )
  })

  it.each(['member', 'reading backend'] as const)('a %s may read, and no more', async (who) => {
    const organizationId = who === 'member' ? near.acme.id : undefined
    expect(await outcomes(who, organizationId)).toEqual(
      each((name) => (reads.includes(name) ? '200' : '403 NotPermitted')),
    )
  })

  it('a backend of other rights may do nothing', async () => {
    expect(await outcomes('backend of other rights', undefined)).toEqual(
      each(() => '403 NotPermitted'),
    )
  })
})

it('a person says in which organization', async () => {
  const owner = near.as('owner')
  const asked = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/checkout-links/'))).toBe(asked)
  const two = `?organization_id=${near.acme.id}&organization_id=${near.beta.id}`
  expect(briefOf(await owner.get(`/checkout-links/${two}`))).toBe(asked)
  expect(briefOf(await owner.post('/checkout-links/', wish(undefined)))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})

it('the owner does it all in the dashboard', async () => {
  expect(await outcomes('owner', near.acme.id)).toEqual({
    list: '200',
    create: '201',
    get: '200',
    update: '200',
    delete: '204',
  })
})
