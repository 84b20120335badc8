import { beforeAll, describe, expect, it } from 'vitest'
import { statusesOf } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { laterFields } from '../../../../test/later-fields.ts'
import { createOrganization, eventsOf, newSlug } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)

let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
})

const path = (name: string) => `/api/auth/organization/${name}`
const post = ({ browser }: Person, name: string, body: object) => browser.post(path(name), body)
const refusal = (status: number, code: string) => ({ status, body: { code } })
const isTaken = {
  status: 400,
  body: { code: 'ORGANIZATION_ALREADY_EXISTS', message: 'Organization already exists' },
}

const sessionOf = async ({ browser }: Person) =>
  (await browser.get('/api/auth/get-session')).body?.['session']

/** The number of rows of an organization in each table. */
const rowsOf = (table: string, id: string) =>
  runOn(
    db.ownerUrl,
    `select * from ${table} where ${table === 'organization' ? 'id' : 'organization_id'} = $1`,
    [id],
  )

describe('creating an organization', () => {
  it('creates an owner and a team of the same name, and activates it', async () => {
    const owner = await newPerson(server.current)
    const metadata = { plan: 'pro', seats: { max: 5 }, tags: ['a', 1, null] }
    const shown = { slug: newSlug(), logo: 'https://img.example.com/acme.png', metadata }
    // Only operators may choose the owner.
    const input = { ...shown, name: '  Acme Inc. ', userId: 7, unknown: 1 }
    const { status, body } = await post(owner, 'create', input)
    const id = String(body?.['id'])
    const [team] = await rowsOf('team', id)
    expect(team).toMatchObject({ name: 'Acme Inc.', updated_at: null })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...shown,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme Inc.',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      members: [
        {
          id: expect.any(String),
          organizationId: id,
          userId: owner.id,
          role: 'owner',
          teamId: team?.['id'],
          createdAt: body?.['createdAt'],
        },
      ],
    })
    expect(await sessionOf(owner)).toMatchObject({ activeOrganizationId: id, activeTeamId: null })
  })

  it('records an event with the billing API’s view', async () => {
    const { id, slug } = await createOrganization(server.current, { logo: '', metadata: {} })
    const [organization, team, member, ...more] = await eventsOf(server.current, { id })
    expect(organization).toEqual({
      name: 'organization.created',
      objectId: id,
      objectVersion: 1,
      payload: {
        id,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
        modified_at: null,
        name: 'Acme',
        slug,
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
      },
    })
    expect([team?.name, member?.name, more]).toEqual(['team.created', 'member.created', []])
  })

  it('stores no logo and no metadata if they are absent', async () => {
    const owner = await newPerson(server.current)
    const { body } = await post(owner, 'create', { name: 'Acme', slug: newSlug() })
    expect(body).toMatchObject({ logo: null })
    expect(body).not.toHaveProperty('metadata')
  })

  it('keeps the active organization on request', async () => {
    const { owner, id } = await createOrganization(server.current)
    const input = { name: 'B', slug: newSlug(), keepCurrentActiveOrganization: true }
    expect(await post(owner, 'create', input)).toMatchObject({ status: 200, cookies: [] })
    expect(await sessionOf(owner)).toMatchObject({ activeOrganizationId: id })
  })

  it('is refused if the slug is taken, and leaves nothing behind', async () => {
    const { slug, id } = await createOrganization(server.current)
    const other = await newPerson(server.current)
    expect(await post(other, 'create', { name: 'Other', slug })).toMatchObject(isTaken)
    expect((await other.browser.get(path('list'))).body).toEqual([])
    expect(await sessionOf(other)).toMatchObject({ activeOrganizationId: null })
    expect(await rowsOf('member', id)).toHaveLength(1)
  })

  it('succeeds once for parallel calls with the same slug', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(server.current)))
    const slug = newSlug()
    const answers = await Promise.all(
      people.map((person) => post(person, 'create', { name: 'Acme', slug })),
    )
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400, 400])
  })

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['no slug', { slug: undefined }, 'slug'],
    ['an empty slug', { slug: '' }, 'slug'],
    ['capitals in the slug', { slug: 'Acme' }, 'slug'],
    ['a slug that is too long', { slug: 'x'.repeat(65) }, 'slug'],
    ['a logo that is a script', { logo: 'javascript:alert(1)' }, 'logo'],
    ['metadata that is not an object', { metadata: ['a'] }, 'metadata'],
    ['metadata that is too large', { metadata: { a: 'x'.repeat(16_384) } }, 'metadata'],
  ])('refuses %s with the field', async (_title, input, field) => {
    const owner = await newPerson(server.current)
    const answer = await post(owner, 'create', { name: 'Acme', slug: newSlug(), ...input })
    expect(answer).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
    expect(answer.body?.['message']).toContain(field)
  })
})

describe('creating an organization for somebody else', () => {
  const create = (by: Person, userId: unknown) =>
    post(by, 'create', { name: 'Acme', slug: newSlug(), userId })

  it('is possible for operators, whose active organization stays', async () => {
    const user = await newPerson(server.current)
    const made = await create(operator, user.id)
    expect(made).toMatchObject({ status: 200, body: { members: [{ userId: user.id }] } })
    expect(await sessionOf(operator)).toMatchObject({ activeOrganizationId: null })
    for (const userId of [newId('user'), 'nobody', 7]) {
      expect(await create(operator, userId)).toMatchObject(refusal(400, 'USER_NOT_FOUND'))
    }
  })

  it('is ignored for other users', async () => {
    const user = await newPerson(server.current)
    for (const userId of [operator.id, 'nobody', 7, '']) {
      const made = await create(user, userId)
      expect(made).toMatchObject({ status: 200, body: { members: [{ userId: user.id }] } })
    }
  })
})

describe('checking a slug', () => {
  it('answers whether it is free', async () => {
    const { owner, slug } = await createOrganization(server.current)
    const free = await post(owner, 'check-slug', { slug: newSlug() })
    expect(free).toMatchObject({ status: 200, body: { status: true } })
    expect(await post(owner, 'check-slug', { slug })).toMatchObject({
      status: 400,
      body: { code: 'SLUG_IS_TAKEN', message: 'slug is taken' },
    })
    const wrong = await post(owner, 'check-slug', { slug: 'not a slug' })
    expect(wrong).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
  })
})
