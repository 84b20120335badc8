import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type MadeCustomField,
  newCustomField,
  newFieldSlug,
} from '../../../../test/custom-fields.ts'
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
let ours: MadeCustomField
let callers: Readonly<Record<string, BillingCalls>>

beforeAll(async () => {
  acme = await found(server.current)
  beta = await found(server.current)
  const tokenOf = async (organization: Founded, scopes: readonly Scope[]) => {
    const { token } = await newAccessToken(server.current, organization, scopes)
    return withToken(server.current, token)
  }
  callers = {
    backend: await tokenOf(acme, ['custom_fields:write']),
    'reading backend': await tokenOf(acme, ['custom_fields:read']),
    'backend of other rights': await tokenOf(acme, ['products:write', 'discounts:write']),
    'stranger’s backend': await tokenOf(beta, ['custom_fields:write']),
    owner: inDashboard(server.current, acme.owner),
    member: inDashboard(server.current, await newMember(server.current, acme, 'member')),
    stranger: inDashboard(server.current, await newPerson(server.current)),
    nobody: withNothing(server.current),
  }
  ours = await newCustomField(as('backend'))
})

function as(who: string): BillingCalls {
  return callers[who] ?? withNothing(server.current)
}

const inQuery = (id: string | undefined) => (id === undefined ? '' : `?organization_id=${id}`)

const wish = (organization_id: string | undefined) => ({
  type: 'text',
  slug: newFieldSlug(),
  name: 'Theirs',
  properties: {},
  organization_id,
})

type Act = (calls: BillingCalls, organizationId: string | undefined) => Promise<BillingAnswer>

const acts: Readonly<Record<string, Act>> = {
  list: (calls, id) => calls.get(`/custom-fields/${inQuery(id)}`),
  create: (calls, id) => calls.post('/custom-fields/', wish(id)),
  get: (calls) => calls.get(`/custom-fields/${ours.id}`),
  update: (calls) => calls.patch(`/custom-fields/${ours.id}`, { type: 'text', name: 'Theirs' }),
  delete: (calls) => calls.remove(`/custom-fields/${ours.id}`),
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

describe('of the custom fields of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('a stranger finds none', async () => {
    expect(await outcomes('stranger', acme.id)).toEqual(toStrangers)
    const { body } = await as('stranger').get(`/custom-fields/?organization_id=${acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend finds none, whichever organization it names', async () => {
    expect(await outcomes('stranger’s backend', acme.id)).toEqual(toStrangers)
    expect(await outcomes('stranger’s backend', undefined)).toEqual({
      ...toStrangers,
      create: '201',
    })
    const { body } = await as('backend').get(`/custom-fields/${ours.id}`)
    expect(body).toMatchObject({ name: 'Field' })
  })

  it('a stranger may use the same slug', async () => {
    const theirs = await newCustomField(as('stranger’s backend'), { slug: ours.slug })
    expect(theirs.slug).toBe(ours.slug)
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
  expect(briefOf(await owner.get('/custom-fields/'))).toBe(asked)
  const two = `?organization_id=${acme.id}&organization_id=${beta.id}`
  expect(briefOf(await owner.get(`/custom-fields/${two}`))).toBe(asked)
  expect(briefOf(await owner.post('/custom-fields/', wish(undefined)))).toBe(
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
