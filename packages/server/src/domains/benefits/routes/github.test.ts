import { beforeAll, describe, expect, it } from 'vitest'
import { bareBenefit } from '../../../../test/benefits.ts'
import {
  authorizeUrlFor,
  callbackResult,
  connectedServer,
  connectGitHub,
} from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { signInAgain } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import type { Behavior } from '../../../../test/stand-in-service.ts'

const db = testDatabase()
const server = connectedServer(db)
let acme: OwnedOrganization
let owner: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  owner = inDashboard(server.current, acme.owner)
})

const repository = (name: string, input: object = {}) => ({
  ...bareBenefit,
  type: 'github_repository',
  organization_id: acme.id,
  properties: {
    repository_owner: 'acme',
    repository_name: name,
    permission: 'pull',
    ...input,
  },
})

const inName = '422 RequestValidationError body.properties.repository_name'
const inOwner = '422 RequestValidationError body.properties.repository_owner'
const inType = '422 RequestValidationError body.type'
const unavailable = '503 ServiceUnavailable'

const list = (calls: BillingCalls = owner) =>
  calls.get(`/integrations/github/repositories?organization_id=${acme.id}`)

const unconnected = { login: null, repositories: [], has_more: false }

describe('connecting an account', () => {
  it('lists its repositories with the obstacles to offering them', async () => {
    expect((await list()).body).toEqual(unconnected)
    await connectGitHub(server.current, acme)
    const listed = (owner_: string, name: string, obstacle: string | null) => ({
      repository_owner: owner_,
      repository_name: name,
      obstacle,
    })
    expect((await list()).body).toEqual({
      login: 'ann',
      repositories: [
        listed('acme', 'Rockets', null),
        listed('acme', 'website', 'public'),
        listed('acme', 'payroll', 'not_administrator'),
        listed('acme', 'anvils', 'app_powerless'),
        listed('ann', 'dotfiles', 'personal'),
        listed('acme', 'cellar', 'app_powerless'),
      ],
      has_more: false,
    })
  })

  it('works while installing the app', async () => {
    const fresh = await createOrganization(server.current)
    const url = await authorizeUrlFor(server.current, fresh.owner, fresh, [
      'github',
      { install: true },
    ])
    const callback = `${server.current.url}/v1/integrations/github/callback`
    const back = server.current.github.install(url, callback)
    const { location } = await fresh.owner.browser.open(back.href)
    expect(callbackResult(location)).toEqual({ connected: 'github' })
    const theirs = inDashboard(server.current, fresh.owner)
    const path = `/integrations/github/repositories?organization_id=${fresh.id}`
    expect((await theirs.get(path)).body).toMatchObject({ login: 'ann' })
  })

  it('reports that there are more repositories than are listed', async () => {
    await connectGitHub(server.current, acme)
    server.current.github.at.repositories = Array.from({ length: 12 }, (_, at) => ({
      owner: 'acme',
      name: `part-${at}`,
      admins: ['ann'],
      app: 'write' as const,
    }))
    const { body } = await list()
    expect(body).toMatchObject({ has_more: true })
    expect(body?.['repositories']).toHaveLength(10)
  })

  it('again replaces the earlier connection', async () => {
    await connectGitHub(server.current, acme)
    server.current.github.at.login = 'boss'
    await connectGitHub(server.current, acme)
    const { body } = await list()
    expect(body).toMatchObject({ login: 'boss' })
    expect(body?.['repositories']).toContainEqual({
      repository_owner: 'acme',
      repository_name: 'payroll',
      obstacle: null,
    })
  })

  it.each<[string, (url: string) => URL, string]>([
    ['the person declines', (url) => server.current.github.decline(url), 'access_denied'],
    [
      'GitHub issues no token',
      (url) => {
        server.current.github.at.givesTokens = false
        return server.current.github.authorize(url)
      },
      'invalid_code',
    ],
    [
      'GitHub does not identify the person',
      (url) => {
        server.current.github.behavior = 'garbled'
        return server.current.github.authorize(url)
      },
      'invalid_code',
    ],
    [
      'GitHub redirects',
      (url) => {
        server.current.github.behavior = 'moved'
        return server.current.github.authorize(url)
      },
      'invalid_code',
    ],
  ])('fails when %s', async (_title, go, error) => {
    const url = await authorizeUrlFor(server.current, acme.owner, acme, ['github'])
    const { location } = await acme.owner.browser.open(go(url).href)
    expect(callbackResult(location)).toEqual({ error })
  })

  it('fails with the code of another redirect, because of PKCE', async () => {
    const authorize = () => authorizeUrlFor(server.current, acme.owner, acme, ['github'])
    const mine = server.current.github.authorize(await authorize())
    const theirs = server.current.github.authorize(await authorize())
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    const { location } = await acme.owner.browser.open(mine.href)
    expect(callbackResult(location)).toEqual({ error: 'invalid_code' })
  })

  it('works once and in its own session only', async () => {
    const url = await authorizeUrlFor(server.current, acme.owner, acme, ['github'])
    const back = server.current.github.authorize(url)
    const again = await signInAgain(server.current, acme.owner)
    expect((await again.open(back.href)).status).toBe(422)
    expect((await acme.owner.browser.open(back.href)).status).toBe(302)
    expect((await acme.owner.browser.open(back.href)).status).toBe(422)
  })
})

describe('a connection', () => {
  it('belongs to one session and one organization', async () => {
    await connectGitHub(server.current, acme)
    const browser = await signInAgain(server.current, acme.owner)
    expect((await list(inDashboard(server.current, { browser }))).body).toEqual(unconnected)
    const admin = inDashboard(server.current, await newMember(server.current, acme, 'admin'))
    expect((await list(admin)).body).toEqual(unconnected)
    expect(briefOf(await admin.post('/benefits/', repository('Rockets')))).toBe(inType)
  })

  it('expires after an hour', async () => {
    await connectGitHub(server.current, acme)
    server.current.clock.advance(3601)
    expect((await list()).body).toEqual(unconnected)
    expect(briefOf(await owner.post('/benefits/', repository('Rockets')))).toBe(inType)
  })

  it('ends with the session, and its token is stored encrypted', async () => {
    const browser = await signInAgain(server.current, acme.owner)
    const organization = { ...acme, owner: { ...acme.owner, browser } }
    const storedConnections = async () => {
      const { rows } = await db.database.pool.query<{ login: string; access_token: Buffer }>(
        'select login, access_token from github_connection where expires_at > $1',
        [server.current.clock.now()],
      )
      return rows
    }
    const before = (await storedConnections()).length
    await connectGitHub(server.current, organization)
    const rows = await storedConnections()
    expect(rows).toHaveLength(before + 1)
    for (const { access_token } of rows) expect(access_token.toString('latin1')).not.toMatch(/ghu_/)
    expect((await browser.post('/api/auth/sign-out', {})).status).toBe(200)
    expect(await storedConnections()).toHaveLength(before)
  })

  it('is gone once the person has revoked it at GitHub', async () => {
    await connectGitHub(server.current, acme)
    server.current.github.revokeTokens()
    expect((await list()).body).toEqual(unconnected)
    expect(briefOf(await owner.post('/benefits/', repository('Rockets')))).toBe(inType)
  })
})

describe('a benefit with a repository', () => {
  it('is created with the names as GitHub spells them', async () => {
    await connectGitHub(server.current, acme)
    const input = repository('rockets', { repository_owner: 'ACME', permission: 'triage' })
    expect(await owner.post('/benefits/', input)).toMatchObject({
      status: 201,
      body: {
        type: 'github_repository',
        properties: {
          repository_owner: 'acme',
          repository_name: 'Rockets',
          permission: 'triage',
        },
      },
    })
  })

  it.each<[string, object, string]>([
    ['nothing', {}, inName],
    ['website', {}, inName],
    ['payroll', {}, inName],
    ['anvils', {}, inName],
    ['attic', {}, inName],
    ['cellar', {}, inName],
    ['dotfiles', { repository_owner: 'ann' }, inOwner],
    ['Rockets', { permission: 'own' }, '422 RequestValidationError body.properties.permission'],
    ['..', {}, inName],
    ['a/b', {}, inName],
    ['x'.repeat(101), {}, inName],
    ['Rockets', { repository_owner: '../user' }, inOwner],
    ['Rockets', { repository_owner: '-acme' }, inOwner],
    ['Rockets', { repository_owner: 'x'.repeat(40) }, inOwner],
  ])('is refused for %s with %j', async (name, input, expected) => {
    await connectGitHub(server.current, acme)
    expect(briefOf(await owner.post('/benefits/', repository(name, input)))).toBe(expected)
  })

  it('requires a person with a connected account', async () => {
    const fresh = await createOrganization(server.current)
    const theirs = inDashboard(server.current, fresh.owner)
    const input = { ...repository('Rockets'), organization_id: fresh.id }
    expect(await theirs.post('/benefits/', input)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'type'], msg: expect.stringMatching(/^Connect your/) }] },
    })
    const backend = await newBackend(server.current, acme, ['benefits:write'])
    const answer = await backend.post('/benefits/', repository('Rockets'))
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'type'], msg: expect.stringMatching(/signed-in person/) }] },
    })
  })

  it('can be changed by an administrator of the repository, and described by any seller', async () => {
    await connectGitHub(server.current, acme)
    const created = await owner.post('/benefits/', repository('Rockets'))
    const { id, properties } = created.body ?? {}
    const change = { type: 'github_repository', properties: { ...Object(properties) } }
    const backend = await newBackend(server.current, acme, ['benefits:write'])
    const path = `/benefits/${String(id)}`
    const described = await backend.patch(path, { ...change, description: 'The rockets' })
    expect(described.body).toMatchObject({ description: 'The rockets', properties })
    const push = { ...change, properties: { ...change.properties, permission: 'push' } }
    expect(briefOf(await backend.patch(path, push))).toBe(inType)
    expect((await owner.patch(path, push)).body).toMatchObject({
      properties: { permission: 'push' },
    })
    const moved = { ...push, properties: { ...push.properties, repository_name: 'payroll' } }
    expect(briefOf(await owner.patch(path, moved))).toBe(inName)
  })
})

describe('a failing GitHub', () => {
  it.each<[Behavior]>([['failing'], ['garbled'], ['limited'], ['silent']])(
    '%s',
    async (behavior) => {
      await connectGitHub(server.current, acme)
      server.current.github.behavior = behavior
      const answers = await Promise.all([
        list(),
        owner.post('/benefits/', repository('Rockets')),
        owner.post('/integrations/github/connections/', {
          organization_id: acme.id,
          return_to: '/',
          install: true,
        }),
      ])
      for (const answer of answers) {
        expect(briefOf(answer)).toBe(unavailable)
        expect(answer.headers.get('retry-after')).toBe(behavior === 'limited' ? '7' : null)
        expect(answer.text).toContain('GitHub')
      }
    },
    30_000,
  )

  it('is refused when the repository has moved, which is not followed', async () => {
    await connectGitHub(server.current, acme)
    server.current.github.behavior = 'moved'
    expect(briefOf(await owner.post('/benefits/', repository('Rockets')))).toBe(inName)
  })

  it('leaves no token in the log', async () => {
    await connectGitHub(server.current, acme)
    expect(server.current.logged.join('')).not.toMatch(/ghu_|ghr_|PRIVATE KEY/)
  })
})
