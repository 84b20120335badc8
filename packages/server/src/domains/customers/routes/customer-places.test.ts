import { beforeAll, describe, expect, it } from 'vitest'
import { type MadeCustomer, newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  type Acts,
  eachOf,
  inQuery,
  type Neighbour,
  neighbours,
} from '../../../../test/neighbours.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
const near = neighbours(server, {
  all: ['customers:write', 'customer_sessions:write'],
  reading: ['customers:read'],
  other: ['products:write'],
})
let ours: MadeCustomer

beforeAll(async () => {
  ours = await newCustomer(near.as('backend'), { external_id: 'ours' })
})

const acts: Acts = {
  list: (calls, id) => calls.get(`/customers/${inQuery(id)}`),
  create: (calls, id) => calls.post('/customers/', { email: newAddress(), organization_id: id }),
  get: (calls) => calls.get(`/customers/${ours.id}`),
  timeline: (calls) => calls.get(`/customers/${ours.id}/timeline`),
  update: (calls) => calls.patch(`/customers/${ours.id}`, { name: 'Theirs' }),
  getExternal: (calls, id) => calls.get(`/customers/external/ours${inQuery(id)}`),
  updateExternal: (calls, id) =>
    calls.patch(`/customers/external/ours${inQuery(id)}`, { name: 'Theirs' }),
  upsert: (calls, id) =>
    calls.put('/customers/external/ours', { email: ours.email, organization_id: id }),
  openSession: (calls, id) =>
    calls.post('/customer-sessions/', { customer_id: ours.id, organization_id: id }),
  openExternalSession: (calls, id) =>
    calls.post('/customer-sessions/', { customer_external_id: 'ours', organization_id: id }),
  delete: (calls) => calls.remove(`/customers/${ours.id}`),
  deleteExternal: (calls, id) => calls.remove(`/customers/external/ours${inQuery(id)}`),
}

const reads = ['list', 'get', 'timeline', 'getExternal']

const outcomes = (who: Neighbour, organizationId: string | undefined) =>
  near.outcomes(acts, who, organizationId)

const each = (say: (name: string) => string) => eachOf(acts, say)

const notFound = '404 ResourceNotFound'
const unknownPlace = '422 RequestValidationError body.organization_id'

const toStrangers = {
  ...each(() => notFound),
  list: '200',
  create: unknownPlace,
  upsert: unknownPlace,
  openSession: unknownPlace,
  openExternalSession: unknownPlace,
}

describe('of the customers of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', near.acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('a stranger finds none', async () => {
    expect(await outcomes('stranger', near.acme.id)).toEqual(toStrangers)
    const { body } = await near.as('stranger').get(`/customers/?organization_id=${near.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend finds none, whichever organization it names', async () => {
    expect(await outcomes('stranger’s backend', near.acme.id)).toEqual(toStrangers)
    // Its own organization, where an upsert makes a customer with the same external id.
    expect(await outcomes('stranger’s backend', undefined)).toEqual({
      ...each(() => notFound),
      list: '200',
      create: '201',
      upsert: '200',
      openSession: '422 RequestValidationError body.customer_id',
      openExternalSession: '201',
      deleteExternal: '204',
    })
    expect((await near.as('backend').get(`/customers/${ours.id}`)).body).toMatchObject({
      name: null,
    })
  })

  it('a member may read, and no more', async () => {
    expect(await outcomes('member', near.acme.id)).toEqual(
      each((name) => (reads.includes(name) ? '200' : '403 NotPermitted')),
    )
  })

  it('a backend that may read may do no more', async () => {
    expect(await outcomes('reading backend', undefined)).toEqual(
      each((name) => (reads.includes(name) ? '200' : '403 NotPermitted')),
    )
  })
})

it('a person says in which organization', async () => {
  const owner = near.as('owner')
  const inBody = '422 RequestValidationError body.organization_id'
  const asked = '422 RequestValidationError query.organization_id'
  const { email } = ours
  expect(briefOf(await owner.get('/customers/'))).toBe(asked)
  expect(briefOf(await owner.get('/customers/external/ours'))).toBe(asked)
  expect(briefOf(await owner.patch('/customers/external/ours', {}))).toBe(asked)
  expect(briefOf(await owner.remove('/customers/external/ours'))).toBe(asked)
  expect(briefOf(await owner.post('/customers/', { email }))).toBe(inBody)
  expect(briefOf(await owner.put('/customers/external/ours', { email }))).toBe(inBody)
  const session = { customer_id: ours.id }
  expect(briefOf(await owner.post('/customer-sessions/', session))).toBe(inBody)
  const two = `?organization_id=${near.acme.id}&organization_id=${near.beta.id}`
  for (const path of ['/customers/', '/customers/external/ours']) {
    expect(briefOf(await owner.get(`${path}${two}`))).toBe(asked)
  }
})

it('the owner does it all in the dashboard', async () => {
  const { list, create, get, ...others } = await outcomes('owner', near.acme.id)
  expect([list, create, get]).toEqual(['200', '201', '200'])
  expect(others).toEqual({
    timeline: '200',
    update: '200',
    getExternal: '200',
    updateExternal: '200',
    upsert: '200',
    openSession: '201',
    openExternalSession: '201',
    delete: '204',
    // Who was deleted just now.
    deleteExternal: notFound,
  })
})
