import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { newPerson } from '../../../../test/people.ts'
import { bareProduct, type MadeProduct, newProduct } from '../../../../test/products.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  inDashboard,
  newAccessToken,
  withNothing,
  withToken,
} from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let beta: Founded
let ours: MadeProduct
let callers: Readonly<Record<string, BillingCalls>>

beforeAll(async () => {
  acme = await found(server.current)
  beta = await found(server.current)
  const tokenOf = async (organization: Founded, scopes: readonly Scope[]) => {
    const { token } = await newAccessToken(server.current, organization, scopes)
    return withToken(server.current, token)
  }
  callers = {
    backend: await tokenOf(acme, ['products:write']),
    'reading backend': await tokenOf(acme, ['products:read']),
    'other backend': await tokenOf(acme, ['customers:write']),
    'stranger’s backend': await tokenOf(beta, ['products:write']),
    owner: inDashboard(server.current, acme.owner),
    admin: inDashboard(server.current, await newMember(server.current, acme, 'admin')),
    member: inDashboard(server.current, await newMember(server.current, acme, 'member')),
    stranger: inDashboard(server.current, await newPerson(server.current)),
    nobody: withNothing(server.current),
  }
  ours = await newProduct(as('backend'))
})

function as(who: string): BillingCalls {
  return callers[who] ?? withNothing(server.current)
}

type Act = (calls: BillingCalls, organizationId: string | undefined) => Promise<BillingAnswer>

const inQuery = (id: string | undefined) => (id === undefined ? '' : `?organization_id=${id}`)

const acts = {
  list: (calls, id) => calls.get(`/products/${inQuery(id)}`),
  create: (calls, id) => calls.post('/products/', { ...bareProduct, organization_id: id }),
  get: (calls) => calls.get(`/products/${ours.id}`),
  update: (calls) => calls.patch(`/products/${ours.id}`, { name: 'Theirs' }),
  setBenefits: (calls) => calls.post(`/products/${ours.id}/benefits`, { benefits: [] }),
} as const satisfies Readonly<Record<string, Act>>

const outcomes = async (who: string, organizationId: string | undefined) => ({
  list: briefOf(await acts.list(as(who), organizationId)),
  create: briefOf(await acts.create(as(who), organizationId)),
  get: briefOf(await acts.get(as(who))),
  update: briefOf(await acts.update(as(who))),
  setBenefits: briefOf(await acts.setBenefits(as(who))),
})

const each = (outcome: string) => ({
  list: outcome,
  create: outcome,
  get: outcome,
  update: outcome,
  setBenefits: outcome,
})

const notFound = '404 ResourceNotFound'
const forbidden = '403 NotPermitted'
const readsOnly = { ...each(forbidden), list: '200', get: '200' }

describe('of the products of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', acme.id)).toEqual(each('401 Unauthorized'))
  })

  it.each(['stranger', 'stranger’s backend'])('a %s finds none', async (who) => {
    expect(await outcomes(who, acme.id)).toEqual({
      ...each(notFound),
      list: '200',
      create: '422 RequestValidationError body.organization_id',
    })
    const { body } = await as(who).get(`/products/?organization_id=${acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend sees its own only, whatever it asks for', async () => {
    const own = await newProduct(as('stranger’s backend'))
    const { text } = await as('stranger’s backend').get('/products/')
    expect(text).toContain(own.id)
    expect(text).not.toContain(ours.id)
    const { body } = await as('stranger’s backend').get(`/products/?id=${ours.id}`)
    expect(body).toMatchObject({ items: [] })
    const price = { prices: [{ id: ours.prices[0]?.id }] }
    expect(briefOf(await as('stranger’s backend').patch(`/products/${own.id}`, price))).toBe(
      '422 RequestValidationError body.prices.0.id',
    )
    expect((await as('backend').get(`/products/${ours.id}`)).body).toMatchObject({
      name: bareProduct.name,
    })
  })

  it.each([
    ['member', true],
    ['reading backend', false],
  ])('a %s may read, and no more', async (who, namesPlace) => {
    expect(await outcomes(who, namesPlace ? acme.id : undefined)).toEqual(readsOnly)
  })

  it('a backend that is there for something else may do nothing', async () => {
    expect(await outcomes('other backend', undefined)).toEqual(each(forbidden))
  })

  it.each(['owner', 'admin'])('an %s does it all in the dashboard', async (who) => {
    expect(await outcomes(who, acme.id)).toEqual({ ...each('200'), create: '201' })
  })
})

it('a person says in which organization', async () => {
  const owner = as('owner')
  const asked = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/products/'))).toBe(asked)
  const two = `?organization_id=${acme.id}&organization_id=${beta.id}`
  expect(briefOf(await owner.get(`/products/${two}`))).toBe(asked)
  expect(briefOf(await owner.post('/products/', bareProduct))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})
