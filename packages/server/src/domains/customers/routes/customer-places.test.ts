import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import { type MadeCustomer, newAddress, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { newPerson } from '../../../../test/people.ts'
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
let ours: MadeCustomer
let callers: Readonly<Record<string, BillingCalls>>

beforeAll(async () => {
  acme = await found(server.current)
  beta = await found(server.current)
  const tokenOf = async (organization: Founded, scopes: readonly Scope[]) => {
    const { token } = await newAccessToken(server.current, organization, scopes)
    return withToken(server.current, token)
  }
  const all = ['customers:write', 'customer_sessions:write'] as const
  callers = {
    backend: await tokenOf(acme, all),
    'reading backend': await tokenOf(acme, ['customers:read']),
    'stranger’s backend': await tokenOf(beta, all),
    owner: inDashboard(server.current, acme.owner),
    member: inDashboard(server.current, await newMember(server.current, acme, 'member')),
    stranger: inDashboard(server.current, await newPerson(server.current)),
    nobody: withNothing(server.current),
  }
  ours = await newCustomer(as('backend'), { external_id: 'ours' })
})

function as(who: string): BillingCalls {
  return callers[who] ?? withNothing(server.current)
}

type Act = (calls: BillingCalls, organizationId: string | undefined) => Promise<BillingAnswer>

const inQuery = (id: string | undefined) => (id === undefined ? '' : `?organization_id=${id}`)

const acts: Readonly<Record<string, Act>> = {
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

const names = Object.keys(acts)
const reads = ['list', 'get', 'timeline', 'getExternal']

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
    expect(await outcomes('nobody', acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('a stranger finds none', async () => {
    expect(await outcomes('stranger', acme.id)).toEqual(toStrangers)
    const { body } = await as('stranger').get(`/customers/?organization_id=${acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend finds none, whichever organization it names', async () => {
    expect(await outcomes('stranger’s backend', acme.id)).toEqual(toStrangers)
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
    expect((await as('backend').get(`/customers/${ours.id}`)).body).toMatchObject({ name: null })
  })

  it('a member may read, and no more', async () => {
    expect(await outcomes('member', acme.id)).toEqual(
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
  const owner = as('owner')
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
  const two = `?organization_id=${acme.id}&organization_id=${beta.id}`
  for (const path of ['/customers/', '/customers/external/ours']) {
    expect(briefOf(await owner.get(`${path}${two}`))).toBe(asked)
  }
})

it('the owner does it all in the dashboard', async () => {
  const { list, create, get, ...others } = await outcomes('owner', acme.id)
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
