import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type MadeDiscount, newDiscount, tenPercent } from '../../../../test/discounts.ts'
import { newProduct } from '../../../../test/products.ts'
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
  all: ['discounts:write', 'products:write'],
  reading: ['discounts:read'],
  other: ['products:write', 'custom_fields:write'],
})
let ours: MadeDiscount

beforeAll(async () => {
  ours = await newDiscount(callers.as('backend'), { code: 'OURS' })
})

const input = (organization_id: string | undefined) => ({ ...tenPercent, organization_id })

const acts: Acts = {
  list: (calls, id) => calls.get(`/discounts/${inQuery(id)}`),
  create: (calls, id) => calls.post('/discounts/', input(id)),
  get: (calls) => calls.get(`/discounts/${ours.id}`),
  update: (calls) => calls.patch(`/discounts/${ours.id}`, { name: 'Theirs' }),
  delete: (calls) => calls.remove(`/discounts/${ours.id}`),
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

describe('the discounts of an organization', () => {
  it('are refused to callers without a token or session', async () => {
    expect(await outcomes('anonymous', callers.acme.id)).toEqual(each(() => '401 Unauthorized'))
  })

  it('are hidden from a stranger', async () => {
    expect(await outcomes('stranger', callers.acme.id)).toEqual(strangerOutcomes)
    const { body } = await callers
      .as('stranger')
      .get(`/discounts/?organization_id=${callers.acme.id}`)
    expect(body).toMatchObject({ items: [], pagination: { total_count: 0 } })
  })

  it('are hidden from another organization’s backend, whichever organization it names', async () => {
    expect(await outcomes('backend of a stranger', callers.acme.id)).toEqual(strangerOutcomes)
    expect(await outcomes('backend of a stranger', undefined)).toEqual({
      ...strangerOutcomes,
      create: '201',
    })
    const { body } = await callers.as('backend').get(`/discounts/${ours.id}`)
    expect(body).toMatchObject({ name: 'Ten' })
  })

  it('do not reserve their codes for other organizations', async () => {
    expect((await newDiscount(callers.as('backend of a stranger'), { code: 'ours' })).code).toBe(
      'ours',
    )
  })

  it('cannot be limited to another organization’s products', async () => {
    const backend = callers.as('backend')
    const theirs = await newProduct(callers.as('backend of a stranger'))
    const products = [(await newProduct(backend)).id, theirs.id]
    const refused = '422 RequestValidationError body.products.1'
    expect(briefOf(await backend.post('/discounts/', { ...tenPercent, products }))).toBe(refused)
    expect(briefOf(await backend.patch(`/discounts/${ours.id}`, { products }))).toBe(refused)
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
  expect(briefOf(await owner.get('/discounts/'))).toBe(organizationMissing)
  const two = `?organization_id=${callers.acme.id}&organization_id=${callers.beta.id}`
  expect(briefOf(await owner.get(`/discounts/${two}`))).toBe(organizationMissing)
  expect(briefOf(await owner.post('/discounts/', input(undefined)))).toBe(
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
