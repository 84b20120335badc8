import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { bareMeter, type MadeMeter, newMeter } from '../../../../test/meters.ts'
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
let ours: MadeMeter
let callers: Readonly<Record<string, BillingCalls>>

beforeAll(async () => {
  acme = await found(server.current)
  beta = await found(server.current)
  const tokenOf = async (organization: Founded, scopes: readonly Scope[]) => {
    const { token } = await newAccessToken(server.current, organization, scopes)
    return withToken(server.current, token)
  }
  callers = {
    backend: await tokenOf(acme, ['meters:write']),
    'reading backend': await tokenOf(acme, ['meters:read']),
    'other backend': await tokenOf(acme, ['products:write']),
    'stranger’s backend': await tokenOf(beta, ['meters:write']),
    owner: inDashboard(server.current, acme.owner),
    member: inDashboard(server.current, await newMember(server.current, acme, 'member')),
    stranger: inDashboard(server.current, await newPerson(server.current)),
    nobody: withNothing(server.current),
  }
  ours = await newMeter(as('backend'))
})

function as(who: string): BillingCalls {
  return callers[who] ?? withNothing(server.current)
}

type Act = (calls: BillingCalls, organizationId: string | undefined) => Promise<BillingAnswer>

const inQuery = (id: string | undefined) => (id === undefined ? '' : `?organization_id=${id}`)

const acts = {
  list: (calls, id) => calls.get(`/meters/${inQuery(id)}`),
  create: (calls, id) => calls.post('/meters/', { ...bareMeter, organization_id: id }),
  get: (calls) => calls.get(`/meters/${ours.id}`),
  update: (calls) => calls.patch(`/meters/${ours.id}`, { name: 'Theirs' }),
} as const satisfies Readonly<Record<string, Act>>

const outcomes = async (who: string, organizationId: string | undefined) => ({
  list: briefOf(await acts.list(as(who), organizationId)),
  create: briefOf(await acts.create(as(who), organizationId)),
  get: briefOf(await acts.get(as(who))),
  update: briefOf(await acts.update(as(who))),
})

const each = (outcome: string) => ({
  list: outcome,
  create: outcome,
  get: outcome,
  update: outcome,
})

const notFound = '404 ResourceNotFound'
const forbidden = '403 NotPermitted'

const toStrangers = {
  list: '200',
  create: '422 RequestValidationError body.organization_id',
  get: notFound,
  update: notFound,
}

const readsOnly = { list: '200', create: forbidden, get: '200', update: forbidden }

describe('of the meters of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', acme.id)).toEqual(each('401 Unauthorized'))
  })

  it.each(['stranger', 'stranger’s backend'])('a %s finds none', async (who) => {
    expect(await outcomes(who, acme.id)).toEqual(toStrangers)
    const { body } = await as(who).get(`/meters/?organization_id=${acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend sees its own only', async () => {
    expect(await outcomes('stranger’s backend', undefined)).toEqual({
      list: '200',
      create: '201',
      get: notFound,
      update: notFound,
    })
    const { text } = await as('stranger’s backend').get('/meters/')
    expect(text).toContain(beta.id)
    expect(text).not.toContain(ours.id)
    expect((await as('backend').get(`/meters/${ours.id}`)).body).toMatchObject({ name: ours.name })
  })

  it('a member may read, and no more', async () => {
    expect(await outcomes('member', acme.id)).toEqual(readsOnly)
  })

  it('a backend that may read may do no more', async () => {
    expect(await outcomes('reading backend', undefined)).toEqual(readsOnly)
  })

  it('a backend that is there for something else may do nothing', async () => {
    expect(await outcomes('other backend', undefined)).toEqual(each(forbidden))
  })

  it('the owner does it all in the dashboard', async () => {
    expect(await outcomes('owner', acme.id)).toEqual({
      list: '200',
      create: '201',
      get: '200',
      update: '200',
    })
  })
})

it('a person says in which organization', async () => {
  const owner = as('owner')
  const asked = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/meters/'))).toBe(asked)
  const two = `?organization_id=${acme.id}&organization_id=${beta.id}`
  expect(briefOf(await owner.get(`/meters/${two}`))).toBe(asked)
  expect(briefOf(await owner.post('/meters/', bareMeter))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})
