import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import { type MadeLink, newLink } from '../../../../test/checkout-links.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { newPerson } from '../../../../test/people.ts'
import { newProduct } from '../../../../test/products.ts'
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

const allScopes = ['checkout_links:write', 'products:write', 'discounts:write'] as const

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let beta: Founded
let ours: MadeLink
let theirProduct: string
let ourProduct: string
let callers: Readonly<Record<string, BillingCalls>>

beforeAll(async () => {
  acme = await found(server.current)
  beta = await found(server.current)
  const tokenOf = async (organization: Founded, scopes: readonly Scope[]) => {
    const { token } = await newAccessToken(server.current, organization, scopes)
    return withToken(server.current, token)
  }
  callers = {
    backend: await tokenOf(acme, allScopes),
    'reading backend': await tokenOf(acme, ['checkout_links:read']),
    'backend of other rights': await tokenOf(acme, [
      'products:write',
      'discounts:write',
      'checkouts:write',
    ]),
    'stranger’s backend': await tokenOf(beta, allScopes),
    owner: inDashboard(server.current, acme.owner),
    member: inDashboard(server.current, await newMember(server.current, acme, 'member')),
    stranger: inDashboard(server.current, await newPerson(server.current)),
    nobody: withNothing(server.current),
  }
  ours = await newLink(as('backend'), { label: 'Ours' })
  const [first] = ours.products
  ourProduct = first?.id ?? ''
  theirProduct = (await newProduct(as('stranger’s backend'))).id
})

function as(who: string): BillingCalls {
  return callers[who] ?? withNothing(server.current)
}

const inQuery = (id: string | undefined) => (id === undefined ? '' : `?organization_id=${id}`)

const wish = (organization_id: string | undefined) => ({ products: [ourProduct], organization_id })

type Act = (calls: BillingCalls, organizationId: string | undefined) => Promise<BillingAnswer>

const acts: Readonly<Record<string, Act>> = {
  list: (calls, id) => calls.get(`/checkout-links/${inQuery(id)}`),
  create: (calls, id) => calls.post('/checkout-links/', wish(id)),
  get: (calls) => calls.get(`/checkout-links/${ours.id}`),
  update: (calls) => calls.patch(`/checkout-links/${ours.id}`, { label: 'Theirs' }),
  delete: (calls) => calls.remove(`/checkout-links/${ours.id}`),
}

const names = Object.keys(acts)
const reads = ['list', 'get']

const outcomes = async (who: string, organizationId: string | undefined) => {
  const answers: [string, string][] = []
  for (const name of names) {
    const answer = await acts[name]?.(as(who), organizationId)
    if (answer !== undefined) answers.push([name, briefOf(answer)])
  }
  return Object.fromEntries(answers)
}

const each = (say: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, say(name)]))

const toStrangers = {
  ...each(() => '404 ResourceNotFound'),
  list: '200',
  create: '422 RequestValidationError body.organization_id',
}

describe('of the checkout links of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('a stranger finds none', async () => {
    expect(await outcomes('stranger', acme.id)).toEqual(toStrangers)
    const { body } = await as('stranger').get(`/checkout-links/?organization_id=${acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend finds none, whichever organization it names', async () => {
    expect(await outcomes('stranger’s backend', acme.id)).toEqual(toStrangers)
    expect(await outcomes('stranger’s backend', undefined)).toEqual({
      ...toStrangers,
      create: '422 RequestValidationError body.products.0',
    })
    const { body } = await as('backend').get(`/checkout-links/${ours.id}`)
    expect(body).toMatchObject({ label: 'Ours' })
  })

  it('none offers a stranger’s product, or takes off what they take off', async () => {
    const backend = as('backend')
    const discount_id = (await newDiscount(as('stranger’s backend'))).id
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

  it.each(['member', 'reading backend'])('a %s may read, and no more', async (who) => {
    const organizationId = who === 'member' ? acme.id : undefined
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
  const owner = as('owner')
  const asked = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/checkout-links/'))).toBe(asked)
  const two = `?organization_id=${acme.id}&organization_id=${beta.id}`
  expect(briefOf(await owner.get(`/checkout-links/${two}`))).toBe(asked)
  expect(briefOf(await owner.post('/checkout-links/', wish(undefined)))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})

it('the owner does it all in the dashboard', async () => {
  expect(await outcomes('owner', acme.id)).toEqual({
    list: '200',
    create: '201',
    get: '200',
    update: '200',
    delete: '204',
  })
})
