import { beforeAll, describe, expect, it } from 'vitest'
import {
  type MadeCustomField,
  newCustomField,
  newFieldSlug,
} from '../../../../test/custom-fields.ts'
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
  all: ['custom_fields:write'],
  reading: ['custom_fields:read'],
  other: ['products:write', 'discounts:write'],
})
let ours: MadeCustomField

beforeAll(async () => {
  ours = await newCustomField(near.as('backend'))
})

const wish = (organization_id: string | undefined) => ({
  type: 'text',
  slug: newFieldSlug(),
  name: 'Theirs',
  properties: {},
  organization_id,
})

const acts: Acts = {
  list: (calls, id) => calls.get(`/custom-fields/${inQuery(id)}`),
  create: (calls, id) => calls.post('/custom-fields/', wish(id)),
  get: (calls) => calls.get(`/custom-fields/${ours.id}`),
  update: (calls) => calls.patch(`/custom-fields/${ours.id}`, { type: 'text', name: 'Theirs' }),
  delete: (calls) => calls.remove(`/custom-fields/${ours.id}`),
}

const reads = ['list', 'get']

const outcomes = (who: Neighbour, organizationId: string | undefined) =>
  near.outcomes(acts, who, organizationId)

const each = (say: (name: string) => string) => eachOf(acts, say)

const toStrangers = {
  ...each(() => '404 ResourceNotFound'),
  list: '200',
  create: '422 RequestValidationError body.organization_id',
}

describe('of the custom fields of Acme', () => {
  it('nobody without a token or session sees or does anything', async () => {
    expect(await outcomes('nobody', near.acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('a stranger finds none', async () => {
    expect(await outcomes('stranger', near.acme.id)).toEqual(toStrangers)
    const { body } = await near
      .as('stranger')
      .get(`/custom-fields/?organization_id=${near.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('a stranger’s backend finds none, whichever organization it names', async () => {
    expect(await outcomes('stranger’s backend', near.acme.id)).toEqual(toStrangers)
    expect(await outcomes('stranger’s backend', undefined)).toEqual({
      ...toStrangers,
      create: '201',
    })
    const { body } = await near.as('backend').get(`/custom-fields/${ours.id}`)
    expect(body).toMatchObject({ name: 'Field' })
  })

  it('a stranger may use the same slug', async () => {
    const theirs = await newCustomField(near.as('stranger’s backend'), { slug: ours.slug })
    expect(theirs.slug).toBe(ours.slug)
  })

  it.each(['member', 'reading backend'] as const)('a %s may read, and no more', async (who) => {
    const organizationId = who === 'member' ? near.acme.id : undefined
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
  const owner = near.as('owner')
  const asked = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/custom-fields/'))).toBe(asked)
  const two = `?organization_id=${near.acme.id}&organization_id=${near.beta.id}`
  expect(briefOf(await owner.get(`/custom-fields/${two}`))).toBe(asked)
  expect(briefOf(await owner.post('/custom-fields/', wish(undefined)))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})

it('the owner does it all in the dashboard', async () => {
  expect(await outcomes('owner', near.acme.id)).toEqual({
    list: '200',
    create: '201',
    get: '200',
    update: '200',
    delete: '204',
  })
})
