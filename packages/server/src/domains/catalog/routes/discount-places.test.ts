import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type MadeDiscount, newDiscount, tenPercent } from '../../../../test/discounts.ts'
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

const db = testDatabase()
const server = testServer(db)
const near = neighbours(server, {
  all: ['discounts:write', 'products:write'],
  reading: ['discounts:read'],
  other: ['products:write', 'custom_fields:write'],
})
let ours: MadeDiscount

beforeAll(async () => {
  ours = await newDiscount(near.as('backend'), { code: 'OURS' })
})

const wish = (organization_id: string | undefined) => ({ ...tenPercent, organization_id })

const acts: Acts = {
  list: (calls, id) => calls.get(`/discounts/${inQuery(id)}`),
  create: (calls, id) => calls.post('/discounts/', wish(id)),
  get: (calls) => calls.get(`/discounts/${ours.id}`),
  update: (calls) => calls.patch(`/discounts/${ours.id}`, { name: 'Theirs' }),
  delete: (calls) => calls.remove(`/discounts/${ours.id}`),
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

describe('of the discounts of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', near.acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('a stranger finds none', async () => {
    expect(await outcomes('stranger', near.acme.id)).toEqual(toStrangers)
    const { body } = await near.as('stranger').get(`/discounts/?organization_id=${near.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend finds none, whichever organization it names', async () => {
    expect(await outcomes('stranger’s backend', near.acme.id)).toEqual(toStrangers)
    expect(await outcomes('stranger’s backend', undefined)).toEqual({
      ...toStrangers,
      create: '201',
    })
    const { body } = await near.as('backend').get(`/discounts/${ours.id}`)
    expect(body).toMatchObject({ name: 'Ten' })
  })

  it('a stranger may use the same code', async () => {
    expect((await newDiscount(near.as('stranger’s backend'), { code: 'ours' })).code).toBe('ours')
  })

  it('none is for a stranger’s products', async () => {
    const backend = near.as('backend')
    const theirs = await newProduct(near.as('stranger’s backend'))
    const products = [(await newProduct(backend)).id, theirs.id]
    const place = '422 RequestValidationError body.products.1'
    expect(briefOf(await backend.post('/discounts/', { ...tenPercent, products }))).toBe(place)
    expect(briefOf(await backend.patch(`/discounts/${ours.id}`, { products }))).toBe(place)
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
  expect(briefOf(await owner.get('/discounts/'))).toBe(asked)
  const two = `?organization_id=${near.acme.id}&organization_id=${near.beta.id}`
  expect(briefOf(await owner.get(`/discounts/${two}`))).toBe(asked)
  expect(briefOf(await owner.post('/discounts/', wish(undefined)))).toBe(
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
