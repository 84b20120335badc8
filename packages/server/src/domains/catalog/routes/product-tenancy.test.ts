import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { bareProduct, type MadeProduct, newProduct } from '../../../../test/products.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  type Acts,
  type CallerName,
  createTestCallers,
  eachOf,
  inQuery,
} from '../../../../test/test-callers.ts'

const db = testDatabase()
const server = testServer(db)
const callers = createTestCallers(server, {
  all: ['products:write'],
  reading: ['products:read'],
  other: ['customers:write'],
})
let ours: MadeProduct

beforeAll(async () => {
  ours = await newProduct(callers.as('backend'))
})

const acts = {
  list: (calls, id) => calls.get(`/products/${inQuery(id)}`),
  create: (calls, id) => calls.post('/products/', { ...bareProduct, organization_id: id }),
  get: (calls) => calls.get(`/products/${ours.id}`),
  update: (calls) => calls.patch(`/products/${ours.id}`, { name: 'Theirs' }),
  setBenefits: (calls) => calls.post(`/products/${ours.id}/benefits`, { benefits: [] }),
} satisfies Acts

const outcomes = (who: CallerName, organizationId: string | undefined) =>
  callers.outcomes(acts, who, organizationId)

const each = (outcome: string) => eachOf(acts, () => outcome)

const notFound = '404 ResourceNotFound'
const forbidden = '403 NotPermitted'
const readOnlyOutcomes = { ...each(forbidden), list: '200', get: '200' }

describe('the products of an organization', () => {
  it('are refused to callers without a token or session', async () => {
    expect(await outcomes('anonymous', callers.acme.id)).toEqual(each('401 Unauthorized'))
  })

  it.each(['stranger', 'backend of a stranger'] as const)('are hidden from a %s', async (who) => {
    expect(await outcomes(who, callers.acme.id)).toEqual({
      ...each(notFound),
      list: '200',
      create: '422 RequestValidationError body.organization_id',
    })
    const { body } = await callers.as(who).get(`/products/?organization_id=${callers.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('are hidden from another organization’s backend, whatever it requests', async () => {
    const own = await newProduct(callers.as('backend of a stranger'))
    const { text } = await callers.as('backend of a stranger').get('/products/')
    expect(text).toContain(own.id)
    expect(text).not.toContain(ours.id)
    const { body } = await callers.as('backend of a stranger').get(`/products/?id=${ours.id}`)
    expect(body).toMatchObject({ items: [] })
    const price = { prices: [{ id: ours.prices[0]?.id }] }
    expect(
      briefOf(await callers.as('backend of a stranger').patch(`/products/${own.id}`, price)),
    ).toBe('422 RequestValidationError body.prices.0.id')
    expect((await callers.as('backend').get(`/products/${ours.id}`)).body).toMatchObject({
      name: bareProduct.name,
    })
  })

  it.each([
    ['member', true],
    ['read-only backend', false],
  ] as const)('a %s may read, and no more', async (who, namesPlace) => {
    expect(await outcomes(who, namesPlace ? callers.acme.id : undefined)).toEqual(readOnlyOutcomes)
  })

  it('are refused to a backend without the scope', async () => {
    expect(await outcomes('backend without the scope', undefined)).toEqual(each(forbidden))
  })

  it.each(['owner', 'admin'] as const)(
    'can be read and changed by an %s in the dashboard',
    async (who) => {
      expect(await outcomes(who, callers.acme.id)).toEqual({ ...each('200'), create: '201' })
    },
  )
})

it('a person has to name one organization', async () => {
  const owner = callers.as('owner')
  const organizationMissing = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/products/'))).toBe(organizationMissing)
  const two = `?organization_id=${callers.acme.id}&organization_id=${callers.beta.id}`
  expect(briefOf(await owner.get(`/products/${two}`))).toBe(organizationMissing)
  expect(briefOf(await owner.post('/products/', bareProduct))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})
