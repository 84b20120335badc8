import { beforeAll, describe, expect, it } from 'vitest'
import {
  type MadeCustomField,
  newCustomField,
  newFieldSlug,
} from '../../../../test/custom-fields.ts'
import { testDatabase } from '../../../../test/database.ts'
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
  all: ['custom_fields:write'],
  reading: ['custom_fields:read'],
  other: ['products:write', 'discounts:write'],
})
let ours: MadeCustomField

beforeAll(async () => {
  ours = await newCustomField(callers.as('backend'))
})

const input = (organization_id: string | undefined) => ({
  type: 'text',
  slug: newFieldSlug(),
  name: 'Theirs',
  properties: {},
  organization_id,
})

const acts: Acts = {
  list: (calls, id) => calls.get(`/custom-fields/${inQuery(id)}`),
  create: (calls, id) => calls.post('/custom-fields/', input(id)),
  get: (calls) => calls.get(`/custom-fields/${ours.id}`),
  update: (calls) => calls.patch(`/custom-fields/${ours.id}`, { type: 'text', name: 'Theirs' }),
  delete: (calls) => calls.remove(`/custom-fields/${ours.id}`),
}

const reads = ['list', 'get']

const outcomes = (who: CallerName, organizationId: string | undefined) =>
  callers.outcomes(acts, who, organizationId)

const each = (say: (name: string) => string) => eachOf(acts, say)

const strangerOutcomes = {
  ...each(() => '404 ResourceNotFound'),
  list: '200',
  create: '422 RequestValidationError body.organization_id',
}

describe('the custom fields of an organization', () => {
  it('are refused to callers without a token or session', async () => {
    expect(await outcomes('anonymous', callers.acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('are hidden from a stranger', async () => {
    expect(await outcomes('stranger', callers.acme.id)).toEqual(strangerOutcomes)
    const { body } = await callers
      .as('stranger')
      .get(`/custom-fields/?organization_id=${callers.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('are hidden from another organization’s backend, whichever organization it names', async () => {
    expect(await outcomes('backend of a stranger', callers.acme.id)).toEqual(strangerOutcomes)
    expect(await outcomes('backend of a stranger', undefined)).toEqual({
      ...strangerOutcomes,
      create: '201',
    })
    const { body } = await callers.as('backend').get(`/custom-fields/${ours.id}`)
    expect(body).toMatchObject({ name: 'Field' })
  })

  it('do not reserve their slugs for other organizations', async () => {
    const theirs = await newCustomField(callers.as('backend of a stranger'), { slug: ours.slug })
    expect(theirs.slug).toBe(ours.slug)
  })

  it.each(['member', 'read-only backend'] as const)(
    'can be read but not changed by a %s',
    async (who) => {
      const organizationId = who === 'member' ? callers.acme.id : undefined
      expect(await outcomes(who, organizationId)).toEqual(
        each((name) => (reads.includes(name) ? '200' : '403 NotPermitted')),
      )
    },
  )

  it('are refused to a backend without the scope', async () => {
    expect(await outcomes('backend without the scope', undefined)).toEqual(
      each(() => '403 NotPermitted'),
    )
  })
})

it('a person has to name one organization', async () => {
  const owner = callers.as('owner')
  const organizationMissing = '422 RequestValidationError query.organization_id'
  expect(briefOf(await owner.get('/custom-fields/'))).toBe(organizationMissing)
  const two = `?organization_id=${callers.acme.id}&organization_id=${callers.beta.id}`
  expect(briefOf(await owner.get(`/custom-fields/${two}`))).toBe(organizationMissing)
  expect(briefOf(await owner.post('/custom-fields/', input(undefined)))).toBe(
    '422 RequestValidationError body.organization_id',
  )
})

it('the owner may do everything in the dashboard', async () => {
  expect(await outcomes('owner', callers.acme.id)).toEqual({
    list: '200',
    create: '201',
    get: '200',
    update: '200',
    delete: '204',
  })
})
