import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { laterFields } from '../../../../test/later-fields.ts'
import {
  createOrganization,
  createOrganizationBy,
  eventsOf,
  newSlug,
} from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'

const db = testDatabase()
const path = '/organizations/'
let server: TestServer
let stranger: Person

beforeAll(async () => {
  server = await startTestServer(db)
  stranger = await newPerson(server)
})
afterAll(() => server?.stop())

const as = (person: Person) => inDashboard(server, person)

const fresh = {
  id: expect.any(String),
  created_at: expect.any(String),
  modified_at: null,
  name: 'Acme',
  avatar_url: null,
  email: null,
  website: null,
  socials: [],
  details_submitted_at: null,
  feature_settings: { issue_funding_enabled: false, usage_based_billing_enabled: true },
  subscription_settings: {
    allow_multiple_subscriptions: false,
    allow_customer_updates: true,
    proration_behavior: 'prorate',
    ...laterFields.subscriptionSettings,
  },
  ...laterFields.organization,
  ...laterFields.newOrganization,
  embed_origins: [],
}

const details = {
  about: 'We make rockets',
  product_description: 'Rockets',
  intended_use: 'To sell rockets',
  customer_acquisition: ['coyotes'],
  future_annual_revenue: 1_000_000,
}

describe('creating an organization in the billing API', () => {
  const create = (person: Person, given: object = {}, headers = {}) =>
    as(person).post(path, { name: 'Acme', slug: newSlug(), ...given }, headers)

  it('makes the person its owner and applies the defaults', async () => {
    const { status, body } = await create(stranger, { slug: 'Acme-Rockets' })
    expect(status).toBe(201)
    expect(body).toEqual({ ...fresh, slug: 'acme-rockets' })
    const id = String(body?.['id'])
    expect(await as(stranger).get(`${path}${id}`)).toMatchObject({ status: 200, body })
    const events = await eventsOf(server, { id })
    expect(events.map(({ name }) => name)).toContain('organization.created')
    expect(events.find(({ name }) => name === 'organization.created')?.payload).toEqual(body)
    const listed = await stranger.browser.get('/api/auth/organization/list')
    expect(JSON.stringify(listed.body)).toContain(id)
  })

  it('stores the whole profile', async () => {
    const profile = {
      avatar_url: 'https://acme.test/logo.png',
      email: 'Sales@Acme.test',
      website: 'https://acme.test',
      socials: [{ platform: 'github', url: 'https://github.com/acme' }],
      feature_settings: { usage_based_billing_enabled: false },
      subscription_settings: {
        allow_multiple_subscriptions: true,
        allow_customer_updates: false,
        proration_behavior: 'invoice',
      },
      details,
    }
    const { body } = await create(stranger, profile)
    const { details: _, ...shown } = profile
    expect(body).toMatchObject({
      ...shown,
      email: 'sales@acme.test',
      feature_settings: { issue_funding_enabled: false, usage_based_billing_enabled: false },
      details_submitted_at: expect.any(String),
    })
    expect(JSON.stringify(body)).not.toContain('rockets')
    const [row] = await runOn<{ details: object }>(
      db.ownerUrl,
      'select details from organization where id = $1',
      [body?.['id']],
    )
    expect(row?.details).toEqual({
      about: 'We make rockets',
      productDescription: 'Rockets',
      intendedUse: 'To sell rockets',
      customerAcquisition: ['coyotes'],
      futureAnnualRevenue: 1_000_000,
      switching: true,
      switchingFrom: null,
      previousAnnualRevenue: 0,
    })
  })

  it('keeps the active organization of the session', async () => {
    const owner = await newPerson(server)
    const { id } = await createOrganizationBy(owner)
    await create(owner)
    const { body } = await owner.browser.get('/api/auth/get-session')
    expect(body).toMatchObject({ session: { activeOrganizationId: id } })
  })

  it.each<[string, object, string]>([
    ['a short name', { name: 'Ac' }, 'body.name'],
    ['no slug', { slug: undefined }, 'body.slug'],
    ['a short slug', { slug: 'ac' }, 'body.slug'],
    ['a slug with signs', { slug: 'a_b' }, 'body.slug'],
    ['a reserved slug', { slug: 'Dashboard' }, 'body.slug'],
    [
      'a social link of another site',
      { socials: [{ platform: 'x', url: 'https://y.com/a' }] },
      'body.socials.0.url',
    ],
    ['a field of the other wire', { logo: 'https://acme.test/logo.png' }, 'body.logo'],
  ])('refuses %s', async (_title, given, place) => {
    expect(briefOf(await create(stranger, given))).toBe(`422 RequestValidationError ${place}`)
  })

  it('gives a slug to one of parallel calls and refuses the others with the field', async () => {
    const slug = newSlug()
    const people = await Promise.all([1, 2, 3, 4].map(() => newPerson(server)))
    const briefs = (await Promise.all(people.map((one) => create(one, { slug })))).map(briefOf)
    expect(briefs.toSorted()).toEqual([
      '201',
      ...Array(3).fill('422 RequestValidationError body.slug'),
    ])
  })

  it('happens once per idempotency key', async () => {
    const key = { 'idempotency-key': 'acme-once' }
    const slug = newSlug()
    const first = await create(stranger, { slug }, key)
    const again = await create(stranger, { slug }, key)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(briefOf(await create(stranger, { slug, name: 'Other' }, key))).toBe(
      '422 RequestValidationError header.Idempotency-Key',
    )
  })

  it('is allowed to persons only', async () => {
    const answer = await (
      await newBackend(server, await createOrganization(server), ['organizations:write'])
    ).post(path, { name: 'Acme', slug: newSlug() })
    expect(answer).toMatchObject({ status: 403, body: { error: 'NotPermitted' } })
  })
})

describe('the settings for creation apply to the billing API', () => {
  it.each([
    [{ GUILDHALL_ORGANIZATION_LIMIT: '1' }, ['201', '403 NotPermitted']],
    [{ GUILDHALL_ORGANIZATION_CREATE: 'operators' }, ['403 NotPermitted', '403 NotPermitted']],
  ])('%j', async (env, expected) => {
    const strict = await startTestServer(db, env)
    try {
      const person = await newPerson(strict)
      const briefs: string[] = []
      for (const slug of [newSlug(), newSlug()]) {
        const answer = await inDashboard(strict, person).post(path, { name: 'Acme', slug })
        briefs.push(briefOf(answer))
      }
      expect(briefs).toEqual(expected)
    } finally {
      await strict.stop()
    }
  })
})
