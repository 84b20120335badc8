import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Acts,
  eachOf,
  inQuery,
  type Neighbour,
  neighbours,
} from '../../../../test/neighbours.ts'
import { bareProduct, type MadeProduct, newProduct } from '../../../../test/products.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
const near = neighbours(server, {
  all: ['products:write'],
  reading: ['products:read'],
  other: ['customers:write'],
})
let ours: MadeProduct

beforeAll(async () => {
  ours = await newProduct(near.as('backend'))
})

const acts = {
  list: (calls, id) => calls.get(`/products/${inQuery(id)}`),
  create: (calls, id) => calls.post('/products/', { ...bareProduct, organization_id: id }),
  get: (calls) => calls.get(`/products/${ours.id}`),
  update: (calls) => calls.patch(`/products/${ours.id}`, { name: 'Theirs' }),
  setBenefits: (calls) => calls.post(`/products/${ours.id}/benefits`, { benefits: [] }),
} satisfies Acts

const outcomes = (who: Neighbour, organizationId: string | undefined) =>
  near.outcomes(acts, who, organizationId)

const each = (outcome: string) => eachOf(acts, () => outcome)

const notFound = '404 ResourceNotFound'
const forbidden = '403 NotPermitted'
const readsOnly = { ...each(forbidden), list: '200', get: '200' }

describe('of the products of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', near.acme.id)).toEqual(each('401 Unauthorized'))
  })

  it.each(['stranger', 'stranger’s backend'] as const)('a %s finds none', async (who) => {
    expect(await outcomes(who, near.acme.id)).toEqual({
      ...each(notFound),
      list: '200',
      create: '422 RequestValidationError body.organization_id',
    })
    const { body } = await near.as(who).get(`/products/?organization_id=${near.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend sees its own only, whatever it asks for', async () => {
    const own = await newProduct(near.as('stranger’s backend'))
    const { text } = await near.as('stranger’s backend').get('/products/')
    expect(text).toContain(own.id)
    expect(text).not.toContain(ours.id)
    const { body } = await near.as('stranger’s backend').get(`/products/?id=${ours.id}`)
    expect(body).toMatchObject({ items: [] })
    const price = { prices: [{ id: ours.prices[0]?.id }] }
    expect(briefOf(await near.as('stranger’s backend').patch(`/products/${own.id}`, price))).toBe(
      '422 RequestValidationError body.prices.0.id',
    )
    expect((await near.as('backend').get(`/products/${ours.id}`)).body).toMatchObject({
      name: bareProduct.name,
    })
  })

  it.each([
    ['member', true],
    ['reading backend', false],
  ] as const)('a %s may read, and no more', async (who, namesPlace) => {
    expect(await outcomes(who, namesPlace ? near.acme.id : undefined)).toEqual(readsOnly)
  })

  it('a backend that is there for something else may do nothing', async () => {
    expect(await outcomes('backend of other rights', undefined)).toEqual(each(forbidden))
  })

  it.each(['owner', 'admin'] as const)('an %s does it all in the dashboard', async (who) => {
    expect(await outcomes(who, near.acme.id)).toEqual({ ...each('200'), create: '201' })
  })
})

it('a person says in which organization', async () => {
  const owner = near.as('owner')
  const asked = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/products/'))).toBe(asked)
  const two = `?organization_id=${near.acme.id}&organization_id=${near.beta.id}`
  expect(briefOf(await owner.get(`/products/${two}`))).toBe(asked)
  expect(briefOf(await owner.post('/products/', bareProduct))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})
