import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { bareMeter, type MadeMeter, newMeter } from '../../../../test/meters.ts'
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
  all: ['meters:write'],
  reading: ['meters:read'],
  other: ['products:write'],
})
let ours: MadeMeter

beforeAll(async () => {
  ours = await newMeter(near.as('backend'))
})

const acts = {
  list: (calls, id) => calls.get(`/meters/${inQuery(id)}`),
  create: (calls, id) => calls.post('/meters/', { ...bareMeter, organization_id: id }),
  get: (calls) => calls.get(`/meters/${ours.id}`),
  update: (calls) => calls.patch(`/meters/${ours.id}`, { name: 'Theirs' }),
} satisfies Acts

const outcomes = (who: Neighbour, organizationId: string | undefined) =>
  near.outcomes(acts, who, organizationId)

const each = (outcome: string) => eachOf(acts, () => outcome)

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
    expect(await outcomes('nobody', near.acme.id)).toEqual(each('401 Unauthorized'))
  })

  it.each(['stranger', 'stranger’s backend'] as const)('a %s finds none', async (who) => {
    expect(await outcomes(who, near.acme.id)).toEqual(toStrangers)
    const { body } = await near.as(who).get(`/meters/?organization_id=${near.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend sees its own only', async () => {
    expect(await outcomes('stranger’s backend', undefined)).toEqual({
      list: '200',
      create: '201',
      get: notFound,
      update: notFound,
    })
    const { text } = await near.as('stranger’s backend').get('/meters/')
    expect(text).toContain(near.beta.id)
    expect(text).not.toContain(ours.id)
    expect((await near.as('backend').get(`/meters/${ours.id}`)).body).toMatchObject({
      name: ours.name,
    })
  })

  it('a member may read, and no more', async () => {
    expect(await outcomes('member', near.acme.id)).toEqual(readsOnly)
  })

  it('a backend that may read may do no more', async () => {
    expect(await outcomes('reading backend', undefined)).toEqual(readsOnly)
  })

  it('a backend that is there for something else may do nothing', async () => {
    expect(await outcomes('backend of other rights', undefined)).toEqual(each(forbidden))
  })

  it('the owner does it all in the dashboard', async () => {
    expect(await outcomes('owner', near.acme.id)).toEqual({
      list: '200',
      create: '201',
      get: '200',
      update: '200',
    })
  })
})

it('a person says in which organization', async () => {
  const owner = near.as('owner')
  const asked = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/meters/'))).toBe(asked)
  const two = `?organization_id=${near.acme.id}&organization_id=${near.beta.id}`
  expect(briefOf(await owner.get(`/meters/${two}`))).toBe(asked)
  expect(briefOf(await owner.post('/meters/', bareMeter))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})
