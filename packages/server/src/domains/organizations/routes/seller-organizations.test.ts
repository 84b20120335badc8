import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  addMember,
  createOrganization,
  createOrganizationBy,
  eventsOf,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'

const db = testDatabase()
const path = '/organizations/'
let server: TestServer
let acme: OwnedOrganization
let admin: Person
let member: Person
let stranger: Person
let backend: BillingCalls
let reader: BillingCalls

beforeAll(async () => {
  server = await startTestServer(db)
  acme = await createOrganization(server)
  admin = await newMember(server, acme, 'admin')
  member = await newMember(server, acme, 'member')
  stranger = await newPerson(server)
  const tokenFor = async (scope: 'organizations:read' | 'organizations:write') =>
    await newBackend(server, acme, [scope])
  backend = await tokenFor('organizations:write')
  reader = await tokenFor('organizations:read')
})
afterAll(() => server?.stop())

const nobodys = '00000000-0000-7000-8000-000000000000'
const as = (person: Person) => inDashboard(server, person)

const details = {
  about: 'We make rockets',
  product_description: 'Rockets',
  intended_use: 'To sell rockets',
  customer_acquisition: ['coyotes'],
  future_annual_revenue: 1_000_000,
}

describe('listing organizations', () => {
  const slugs = async (calls: BillingCalls, query = '') => {
    const { body } = await calls.get(`${path}${query}`)
    const items = JSON.parse(JSON.stringify(body?.['items']))
    return items.map(({ slug }: { slug: string }) => slug)
  }

  it('answers the token’s own organization', async () => {
    expect(await slugs(reader)).toEqual([acme.slug])
    expect(await slugs(reader, `?slug=${acme.slug}`)).toEqual([acme.slug])
    const other = await createOrganization(server)
    expect(await slugs(reader, `?slug=${other.slug}`)).toEqual([])
  })

  it('answers a person’s organizations in the requested order', async () => {
    const person = await newPerson(server)
    const mine = await Promise.all([1, 2, 3].map(() => createOrganizationBy(person)))
    await addMember(server, acme, [person, 'member'])
    const all = [...mine.map(({ slug }) => slug), acme.slug].toSorted()
    const calls = as(person)
    expect(await slugs(calls, '?sorting=slug')).toEqual(all)
    expect(await slugs(calls, '?sorting=-slug&limit=2')).toEqual(all.toReversed().slice(0, 2))
    expect(await slugs(calls, '?sorting=-slug&limit=2&page=2')).toEqual(all.toReversed().slice(2))
    expect(await slugs(calls, `?slug=${acme.slug}`)).toEqual([acme.slug])
    expect((await calls.get(`${path}?limit=3`)).body).toMatchObject({
      pagination: { total_count: 4, max_page: 2 },
    })
    expect((await as(await newPerson(server)).get(path)).body).toEqual({
      items: [],
      pagination: { total_count: 0, max_page: 0 },
    })
  })

  it.each([
    ['sorting=size', 'query.sorting'],
    ['page=0', 'query.page'],
    ['limit=0', 'query.limit'],
    ['limit=some', 'query.limit'],
    ['limit=1001', 'query.limit'],
    ['slug=a&slug=b', 'query.slug'],
  ])('refuses %s', async (query, place) => {
    expect(briefOf(await reader.get(`${path}?${query}`))).toBe(
      `422 RequestValidationError ${place}`,
    )
  })

  it('takes limits up to a thousand', async () => {
    expect((await reader.get(`${path}?limit=1000`)).body).toMatchObject({
      items: [{ slug: acme.slug }],
      pagination: { total_count: 1, max_page: 1 },
    })
  })
})

describe('getting an organization', () => {
  it('answers members and tokens alike', async () => {
    const expected = { status: 200, body: { id: acme.id, slug: acme.slug } }
    for (const calls of [reader, backend, as(acme.owner), as(member)]) {
      expect(await calls.get(`${path}${acme.id}`)).toMatchObject(expected)
    }
  })

  it('is not found by anyone else', async () => {
    const beta = await createOrganization(server)
    for (const calls of [
      await newBackend(server, beta, ['organizations:write']),
      as(beta.owner),
      as(stranger),
    ]) {
      const change = { name: 'Taken over' }
      const answers = [
        await calls.get(`${path}${acme.id}`),
        await calls.patch(`${path}${acme.id}`, change),
      ]
      expect(answers.map(briefOf)).toEqual(['404 ResourceNotFound', '404 ResourceNotFound'])
      expect(answers[0]?.body).toEqual((await calls.get(`${path}${nobodys}`)).body)
    }
    expect(briefOf(await reader.get(`${path}acme`))).toBe('422 RequestValidationError path.id')
  })
})

describe('updating an organization', () => {
  const change = async (given: object, calls = backend) => {
    const { status, body } = await calls.patch(`${path}${acme.id}`, given)
    expect(status).toBe(200)
    return body
  }

  it('changes only the given fields', async () => {
    const changed = await change({
      name: '  Acme Works ',
      website: 'https://acme.test',
      email: 'hello@acme.test',
    })
    expect(changed).toMatchObject({
      name: 'Acme Works',
      slug: acme.slug,
      modified_at: expect.any(String),
    })
    expect(await change({ email: null })).toMatchObject({
      name: 'Acme Works',
      website: 'https://acme.test',
      email: null,
    })
  })

  it('merges feature settings and replaces subscription settings', async () => {
    await change({ feature_settings: { issue_funding_enabled: true } })
    const merged = await change({ feature_settings: { usage_based_billing_enabled: false } })
    expect(merged).toMatchObject({
      feature_settings: { issue_funding_enabled: true, usage_based_billing_enabled: false },
    })
    const settings = {
      allow_multiple_subscriptions: true,
      allow_customer_updates: false,
      proration_behavior: 'invoice',
    }
    expect(await change({ subscription_settings: settings })).toMatchObject({
      subscription_settings: settings,
      feature_settings: { issue_funding_enabled: true, usage_based_billing_enabled: false },
    })
    const half = { subscription_settings: { allow_multiple_subscriptions: false } }
    expect(briefOf(await backend.patch(`${path}${acme.id}`, half))).toBe(
      '422 RequestValidationError body.subscription_settings.allow_customer_updates' +
        ' body.subscription_settings.proration_behavior',
    )
  })

  it('clears nullable fields with null and ignores null for others', async () => {
    await change({ socials: [{ platform: 'other', url: 'https://acme.test/us' }] })
    const nothing = {
      name: null,
      socials: null,
      details: null,
      feature_settings: null,
      subscription_settings: null,
    }
    const before = await change({})
    expect(await change(nothing)).toMatchObject({ name: before?.['name'], socials: [] })
  })

  it('accepts the details once', async () => {
    const beta = await createOrganization(server)
    const calls = await newBackend(server, beta, ['organizations:write'])
    const submit = () => calls.patch(`${path}${beta.id}`, { details, website: 'https://beta.test' })
    const answers = await Promise.all([submit(), submit(), submit()])
    expect(answers.map(briefOf).toSorted()).toEqual([
      '200',
      '422 RequestValidationError body.details',
      '422 RequestValidationError body.details',
    ])
    const first = answers.find(({ status }) => status === 200)
    expect(first?.body).toMatchObject({ details_submitted_at: expect.any(String) })
    expect((await calls.patch(`${path}${beta.id}`, { details: null })).status).toBe(200)
  })

  it('refuses the slug', async () => {
    const { body, status } = await backend.patch(`${path}${acme.id}`, { slug: 'other' })
    expect([status, body?.['detail']]).toEqual([
      422,
      [{ loc: ['body', 'slug'], msg: "Unknown field 'slug'", type: 'extra_forbidden' }],
    ])
  })

  it('suggests a field for a misspelled one', async () => {
    const { body } = await backend.patch(`${path}${acme.id}`, { web_site: 'https://acme.test' })
    expect(body?.['detail']).toEqual([
      {
        loc: ['body', 'web_site'],
        msg: "Unknown field 'web_site'. Did you mean 'website'?",
        type: 'extra_forbidden',
      },
    ])
  })

  it('is allowed to owners, admins and tokens with the scope', async () => {
    for (const calls of [as(acme.owner), as(admin), backend]) await change({ email: null }, calls)
    const refused = [as(member), reader].map((calls) =>
      calls.patch(`${path}${acme.id}`, { email: null }),
    )
    expect((await Promise.all(refused)).map(briefOf)).toEqual([
      '403 NotPermitted',
      '403 NotPermitted',
    ])
  })

  it('uses the current role', async () => {
    const passing = await newMember(server, acme, 'admin')
    await change({ email: null }, as(passing))
    await runOn(db.ownerUrl, `update member set role = 'member' where user_id = $1`, [passing.id])
    expect(briefOf(await as(passing).patch(`${path}${acme.id}`, { email: null }))).toBe(
      '403 NotPermitted',
    )
    await runOn(db.ownerUrl, 'delete from member where user_id = $1', [passing.id])
    expect(briefOf(await as(passing).patch(`${path}${acme.id}`, { email: null }))).toBe(
      '404 ResourceNotFound',
    )
  })

  it('records one event with the whole organization per change in either API', async () => {
    const beta = await createOrganization(server)
    const calls = await newBackend(server, beta, ['organizations:write'])
    const { body: first } = await calls.patch(`${path}${beta.id}`, { name: 'Beta One' })
    await calls.patch(`${path}${beta.id}`, {})
    const data = { name: 'Beta Two' }
    await beta.owner.browser.post('/api/auth/organization/update', {
      data,
      organizationId: beta.id,
    })
    const updates = (await eventsOf(server, beta)).filter(
      ({ name }) => name === 'organization.updated',
    )
    expect(updates.map(({ objectVersion }) => objectVersion)).toEqual([2, 3])
    expect(updates[0]?.payload).toEqual(first)
    expect(updates[1]?.payload).toEqual((await calls.get(`${path}${beta.id}`)).body)
  })
})
