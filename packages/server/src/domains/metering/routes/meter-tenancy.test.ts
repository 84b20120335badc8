import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { bareMeter, type MadeMeter, newMeter } from '../../../../test/meters.ts'
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
  all: ['meters:write'],
  reading: ['meters:read'],
  other: ['products:write'],
})
let ours: MadeMeter

beforeAll(async () => {
  ours = await newMeter(callers.as('backend'))
})

const acts = {
  list: (calls, id) => calls.get(`/meters/${inQuery(id)}`),
  create: (calls, id) => calls.post('/meters/', { ...bareMeter, organization_id: id }),
  get: (calls) => calls.get(`/meters/${ours.id}`),
  update: (calls) => calls.patch(`/meters/${ours.id}`, { name: 'Theirs' }),
} satisfies Acts

const outcomes = (who: CallerName, organizationId: string | undefined) =>
  callers.outcomes(acts, who, organizationId)

const each = (outcome: string) => eachOf(acts, () => outcome)

const notFound = '404 ResourceNotFound'
const forbidden = '403 NotPermitted'

const strangerOutcomes = {
  list: '200',
  create: '422 RequestValidationError body.organization_id',
  get: notFound,
  update: notFound,
}

const readOnlyOutcomes = { list: '200', create: forbidden, get: '200', update: forbidden }

describe('the meters of an organization', () => {
  it('are refused to callers without a token or session', async () => {
    expect(await outcomes('anonymous', callers.acme.id)).toEqual(each('401 Unauthorized'))
  })

  it.each(['stranger', 'backend of a stranger'] as const)('are hidden from a %s', async (who) => {
    expect(await outcomes(who, callers.acme.id)).toEqual(strangerOutcomes)
    const { body } = await callers.as(who).get(`/meters/?organization_id=${callers.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('are not listed for the backend of another organization', async () => {
    expect(await outcomes('backend of a stranger', undefined)).toEqual({
      list: '200',
      create: '201',
      get: notFound,
      update: notFound,
    })
    const { text } = await callers.as('backend of a stranger').get('/meters/')
    expect(text).toContain(callers.beta.id)
    expect(text).not.toContain(ours.id)
    expect((await callers.as('backend').get(`/meters/${ours.id}`)).body).toMatchObject({
      name: ours.name,
    })
  })

  it('can be read but not changed by a member', async () => {
    expect(await outcomes('member', callers.acme.id)).toEqual(readOnlyOutcomes)
  })

  it('can be read but not changed by a backend with the read scope', async () => {
    expect(await outcomes('read-only backend', undefined)).toEqual(readOnlyOutcomes)
  })

  it('are refused to a backend without a meter scope', async () => {
    expect(await outcomes('backend without the scope', undefined)).toEqual(each(forbidden))
  })

  it('can be read and changed by the owner in the dashboard', async () => {
    expect(await outcomes('owner', callers.acme.id)).toEqual({
      list: '200',
      create: '201',
      get: '200',
      update: '200',
    })
  })
})

it('a person has to name one organization', async () => {
  const owner = callers.as('owner')
  const organizationMissing = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/meters/'))).toBe(organizationMissing)
  const two = `?organization_id=${callers.acme.id}&organization_id=${callers.beta.id}`
  expect(briefOf(await owner.get(`/meters/${two}`))).toBe(organizationMissing)
  expect(briefOf(await owner.post('/meters/', bareMeter))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})
