import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { testSite } from '../site.ts'
import { at, textAt } from '../wire.ts'
import { asBackend, call, inDashboard, newSeller, newToken, type Seller, thrown } from './seller.ts'

const site = testSite()
let acme: Seller
let token: string

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, ['customers:write', 'customer_sessions:write'])).token
})

const backend = () => asBackend(site, token)

describe('the backend of an organization', () => {
  it('creates customers and gets them by both ids', async () => {
    const { customers } = backend()
    const created = await customers.create({
      email: 'Wile@coyote.test',
      externalId: 'coyotes/1',
      name: 'Wile E. Coyote',
      billingAddress: { country: 'US', state: 'AZ', city: 'Flagstaff', line1: '1 Mesa Rd' },
      taxId: ['12-3456789', 'us_ein'],
      metadata: { species: 'Canis latrans', falls: 141, ratio: 0.5, isHungry: true },
    })
    expect(created).toMatchObject({
      email: 'Wile@coyote.test',
      emailVerified: false,
      externalId: 'coyotes/1',
      billingAddress: { country: 'US', state: 'US-AZ', line2: null, postalCode: null },
      taxId: ['12-3456789', 'us_ein'],
      metadata: { species: 'Canis latrans', falls: 141, ratio: 0.5, isHungry: true },
      organizationId: acme.organizationId,
      createdAt: expect.any(Date),
      modifiedAt: null,
      deletedAt: null,
      avatarUrl: expect.stringMatching(
        /^https:\/\/www\.gravatar\.com\/avatar\/[0-9a-f]{64}\?d=blank$/,
      ),
    })
    expect(await customers.get({ id: created.id })).toEqual(created)
    expect(await customers.getExternal({ externalId: 'coyotes/1' })).toEqual(created)
  })

  it('updates customers by either id', async () => {
    const { customers } = backend()
    const { id } = await customers.create({ email: 'road@runner.test', externalId: 'road runner' })
    await customers.update({ id, customerUpdate: { name: 'Road Runner' } })
    const changed = await customers.updateExternal({
      externalId: 'road runner',
      customerUpdateExternalID: { metadata: { says: 'Beep beep' } },
    })
    expect(changed).toMatchObject({
      id,
      name: 'Road Runner',
      metadata: { says: 'Beep beep' },
      modifiedAt: expect.any(Date),
    })
    const cleared = await customers.update({ id, customerUpdate: { name: null } })
    expect(cleared).toMatchObject({ name: null, metadata: { says: 'Beep beep' } })
  })

  it('deletes customers by either id and can reuse their email address', async () => {
    const { customers } = backend()
    const email = 'marvin@mars.test'
    const first = await customers.create({ email })
    await customers.delete({ id: first.id })
    expect(await thrown(customers.get({ id: first.id }))).toBeInstanceOf(ResourceNotFound)
    const second = await customers.create({ email, externalId: 'marvin' })
    await customers.deleteExternal({ externalId: 'marvin' })
    expect(await thrown(customers.getExternal({ externalId: 'marvin' }))).toBeInstanceOf(
      ResourceNotFound,
    )
    expect(second.id).not.toBe(first.id)
  })

  it('lists, searches and filters a hundred customers', async () => {
    const crowd = await newSeller(site, 'crowd')
    const key = await newToken(crowd, ['customers:write'])
    const { customers } = asBackend(site, key.token)
    const people = Array.from({ length: 100 }, (_, number) => ({
      email: `p${number}@crowd.test`,
      externalId: number % 2 === 0 ? `crowd/${number}` : null,
      name: number % 3 === 0 ? `Person ${number}` : null,
      billingAddress: number % 5 === 0 ? { country: 'DE', city: `City ${number}` } : null,
      metadata: { number, isEven: number % 2 === 0 },
    }))
    for (let done = 0; done < people.length; done += 20) {
      await Promise.all(people.slice(done, done + 20).map((one) => customers.create(one)))
    }
    const seen: string[] = []
    for await (const page of await customers.list({ sorting: ['email'], limit: 30 })) {
      expect(page.result.pagination).toEqual({ totalCount: 100, maxPage: 4 })
      seen.push(...page.result.items.map(({ email }) => email))
    }
    expect(seen).toEqual(people.map(({ email }) => email).sort())
    const one = await customers.list({ email: 'P7@crowd.test' })
    expect(one.result.items).toMatchObject([{ metadata: { number: 7, isEven: false } }])
    const found = await customers.list({ query: 'city', metadata: { isEven: true }, limit: 100 })
    expect(found.result.items).toEqual([])
    const even = await customers.list({ query: 'crowd/', metadata: { isEven: true }, limit: 100 })
    expect(even.result.items).toHaveLength(50)
  })

  it('reads large pages to the end, and is refused larger ones', async () => {
    const large = await newSeller(site, 'large')
    const { customers } = asBackend(site, (await newToken(large, ['customers:write'])).token)
    const emails = Array.from({ length: 260 }, (_, number) => `p${number}@large.test`)
    for (let done = 0; done < emails.length; done += 20) {
      await Promise.all(emails.slice(done, done + 20).map((email) => customers.create({ email })))
    }
    const seen: string[] = []
    for await (const { result } of await customers.list({ sorting: ['email'], limit: 250 })) {
      seen.push(...result.items.map(({ email }) => email))
    }
    expect(seen).toEqual(emails.toSorted())
    expect((await customers.list({ limit: 1000 })).result.items).toHaveLength(260)
    const refused = await thrown(customers.list({ limit: 1001 }))
    expect(refused).toBeInstanceOf(HTTPValidationError)
    expect(refused).toMatchObject({
      detail: [{ loc: ['query', 'limit'], msg: 'Input should be at most 1000' }],
    })
  })

  it('creates or updates a customer by external id', async () => {
    const put = async (body: object) => {
      const answer = await fetch(`${site.url}/v1/customers/external/${encodeURIComponent('a/1')}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answered: unknown = await answer.json()
      expect(answer.status).toBe(200)
      return answered
    }
    const first = await put({ email: 'daffy@duck.test' })
    const second = await put({ email: 'daffy@duck.test', name: 'Daffy' })
    expect(textAt(second, 'id')).toBe(textAt(first, 'id'))
    expect(await backend().customers.getExternal({ externalId: 'a/1' })).toMatchObject({
      id: textAt(first, 'id'),
      name: 'Daffy',
    })
  })

  it('creates customer sessions by either id', async () => {
    const polar = backend()
    const { id } = await polar.customers.create({ email: 'taz@devil.test', externalId: 'taz' })
    const inputs = [{ customerId: id }, { customerExternalId: 'taz' }]
    for (const input of inputs) {
      const session = await polar.customerSessions.create(input)
      expect(session.token).toMatch(/^guildhall_cst_[0-9A-Za-z]{30}$/)
      expect(session).toMatchObject({ customerId: id, customer: { email: 'taz@devil.test' } })
      expect(session.expiresAt.getTime() - session.createdAt.getTime()).toBe(3_600_000)
      expect(session.customerPortalUrl).toBe(
        `${site.url}/portal/acme?customer_session_token=${session.token}`,
      )
    }
  })
})

it('the timeline of a customer lists events with their actors', async () => {
  const polar = backend()
  const { id } = await polar.customers.create({ email: 'tweety@bird.test' })
  await call(acme.person, 'PATCH', `/customers/${id}`, { name: 'Tweety' })
  await polar.customerSessions.create({ customerId: id })
  const { status, body } = await call(acme.person, 'GET', `/customers/${id}/timeline`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    items: [
      { title: 'Portal link created', actor: { name: 'Backend' } },
      {
        title: 'Name changed',
        changes: [{ field: 'name', label: 'Name', before: null, after: 'Tweety' }],
        actor: { type: 'user' },
      },
      { title: 'Customer created', actor: { type: 'organization_access_token' } },
    ],
    next_cursor: null,
  })
})

describe('a call is refused', () => {
  it('for a taken email address and a taken or fixed external id', async () => {
    const { customers } = backend()
    const { id } = await customers.create({ email: 'sam@yosemite.test', externalId: 'sam' })
    const calls: [() => Promise<unknown>, string][] = [
      [() => customers.create({ email: 'SAM@yosemite.test' }), 'email'],
      [() => customers.create({ email: 'sam2@yosemite.test', externalId: 'sam' }), 'external_id'],
      [() => customers.update({ id, customerUpdate: { externalId: 'sam-2' } }), 'external_id'],
    ]
    for (const [act, field] of calls) {
      const error = await thrown(act())
      expect(error).toBeInstanceOf(HTTPValidationError)
      expect(error).toMatchObject({ detail: [{ loc: ['body', field] }] })
    }
  })

  it('for an unknown customer', async () => {
    const polar = backend()
    const error = await thrown(polar.customerSessions.create({ customerExternalId: 'unknown' }))
    expect(error).toBeInstanceOf(HTTPValidationError)
    expect(error).toMatchObject({ detail: [{ loc: ['body', 'customer_external_id'] }] })
  })

  it('without the write scope', async () => {
    const { token: reading } = await newToken(acme, ['customers:read'])
    const error = await thrown(asBackend(site, reading).customers.create({ email: 'a@b.test' }))
    expect(error).toMatchObject({ statusCode: 403 })
  })
})

it('other organizations can’t access a customer', async () => {
  const { id } = await backend().customers.create({ email: 'bugs@bunny.test', externalId: 'bugs' })
  const beta = await newSeller(site, 'beta')
  const theirs = await newToken(beta, ['customers:write'])
  const { customers } = asBackend(site, theirs.token)
  const refused = await Promise.all(
    [
      customers.get({ id }),
      customers.update({ id, customerUpdate: { name: 'Mine' } }),
      customers.delete({ id }),
      customers.getExternal({ externalId: 'bugs' }),
      customers.deleteExternal({ externalId: 'bugs' }),
    ].map(thrown),
  )
  for (const error of refused) expect(error).toBeInstanceOf(ResourceNotFound)
  expect((await customers.list({ organizationId: acme.organizationId })).result.items).toEqual([])
})

it('the dashboard manages customers of the organization that it names', async () => {
  const { customers } = inDashboard(acme.person)
  const { organizationId } = acme
  const created = await customers.create({ email: 'pepe@lepew.test', organizationId })
  const { result } = await customers.list({ organizationId, email: 'pepe@lepew.test' })
  expect(result.items).toEqual([created])
  const answer = await call(acme.person, 'PUT', '/customers/external/pepe', {
    email: 'pepe2@lepew.test',
    organization_id: organizationId,
  })
  expect([answer.status, at(answer.body, 'external_id')]).toEqual([200, 'pepe'])
})
