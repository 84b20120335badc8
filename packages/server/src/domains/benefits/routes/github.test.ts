import { beforeAll, describe, expect, it } from 'vitest'
import { bareBenefit } from '../../../../test/benefits.ts'
import { connectedServer, connectGitHub, leaveFor, newsIn } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { signInAgain } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import type { Mood } from '../../../../test/stand-in-service.ts'

const db = testDatabase()
const server = connectedServer(db)
let acme: Founded
let owner: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  owner = inDashboard(server.current, acme.owner)
})

const repository = (name: string, wish: object = {}) => ({
  ...bareBenefit,
  type: 'github_repository',
  organization_id: acme.id,
  properties: {
    repository_owner: 'acme',
    repository_name: name,
    permission: 'pull',
    ...wish,
  },
})

const inName = '422 RequestValidationError body.properties.repository_name'
const inOwner = '422 RequestValidationError body.properties.repository_owner'
const inType = '422 RequestValidationError body.type'
const away = '503 ServiceUnavailable'

const list = (calls: BillingCalls = owner) =>
  calls.get(`/integrations/github/repositories?organization_id=${acme.id}`)

const nothing = { login: null, repositories: [], has_more: false }

describe('connecting an account', () => {
  it('shows what it sees, and why some of it can’t be given', async () => {
    expect((await list()).body).toEqual(nothing)
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

  it('can be done while installing the app', async () => {
    const fresh = await found(server.current)
    const url = await leaveFor(server.current, fresh.owner, fresh, ['github', { install: true }])
    const callback = `${server.current.url}/v1/integrations/github/callback`
    const back = server.current.github.install(url, callback)
    const { location } = await fresh.owner.browser.open(back.href)
    expect(newsIn(location)).toEqual({ connected: 'github' })
    const theirs = inDashboard(server.current, fresh.owner)
    const path = `/integrations/github/repositories?organization_id=${fresh.id}`
    expect((await theirs.get(path)).body).toMatchObject({ login: 'ann' })
  })

  it('tells when there is more than is looked at', async () => {
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

  it('again takes the place of the one before', async () => {
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
    ['nobody agrees', (url) => server.current.github.decline(url), 'access_denied'],
    [
      'GitHub gives no token',
      (url) => {
        server.current.github.at.givesTokens = false
        return server.current.github.authorize(url)
      },
      'invalid_code',
    ],
    [
      'GitHub doesn’t say who came',
      (url) => {
        server.current.github.mood = 'garbled'
        return server.current.github.authorize(url)
      },
      'invalid_code',
    ],
    [
      'nobody is there any more',
      (url) => {
        server.current.github.mood = 'moved'
        return server.current.github.authorize(url)
      },
      'invalid_code',
    ],
  ])('fails where %s', async (_what, go, error) => {
    const url = await leaveFor(server.current, acme.owner, acme, ['github'])
    const { location } = await acme.owner.browser.open(go(url).href)
    expect(newsIn(location)).toEqual({ error })
  })

  it('by somebody else’s code is noticed, because their verifier is another', async () => {
    const leave = () => leaveFor(server.current, acme.owner, acme, ['github'])
    const mine = server.current.github.authorize(await leave())
    const theirs = server.current.github.authorize(await leave())
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    const { location } = await acme.owner.browser.open(mine.href)
    expect(newsIn(location)).toEqual({ error: 'invalid_code' })
  })

  it('works once, and in its own session', async () => {
    const url = await leaveFor(server.current, acme.owner, acme, ['github'])
    const back = server.current.github.authorize(url)
    const again = await signInAgain(server.current, acme.owner)
    expect((await again.open(back.href)).status).toBe(422)
    expect((await acme.owner.browser.open(back.href)).status).toBe(302)
    expect((await acme.owner.browser.open(back.href)).status).toBe(422)
  })
})

describe('a connection', () => {
  it('is one session’s, of one organization', async () => {
    await connectGitHub(server.current, acme)
    const browser = await signInAgain(server.current, acme.owner)
    expect((await list(inDashboard(server.current, { browser }))).body).toEqual(nothing)
    const admin = inDashboard(server.current, await newMember(server.current, acme, 'admin'))
    expect((await list(admin)).body).toEqual(nothing)
    expect(briefOf(await admin.post('/benefits/', repository('Rockets')))).toBe(inType)
  })

  it('ends after an hour', async () => {
    await connectGitHub(server.current, acme)
    server.current.clock.advance(3601)
    expect((await list()).body).toEqual(nothing)
    expect(briefOf(await owner.post('/benefits/', repository('Rockets')))).toBe(inType)
  })

  it('ends with the session, and what is kept of it is sealed', async () => {
    const browser = await signInAgain(server.current, acme.owner)
    const organization = { ...acme, owner: { ...acme.owner, browser } }
    const kept = async () => {
      const { rows } = await db.database.pool.query<{ login: string; access_token: Buffer }>(
        'select login, access_token from github_connection where expires_at > $1',
        [server.current.clock.now()],
      )
      return rows
    }
    const before = (await kept()).length
    await connectGitHub(server.current, organization)
    const rows = await kept()
    expect(rows).toHaveLength(before + 1)
    for (const { access_token } of rows) expect(access_token.toString('latin1')).not.toMatch(/ghu_/)
    expect((await browser.post('/api/auth/sign-out', {})).status).toBe(200)
    expect(await kept()).toHaveLength(before)
  })

  it('is worth nothing once the person took it back at GitHub', async () => {
    await connectGitHub(server.current, acme)
    server.current.github.forgetEverybody()
    expect((await list()).body).toEqual(nothing)
    expect(briefOf(await owner.post('/benefits/', repository('Rockets')))).toBe(inType)
  })
})

describe('giving a permission', () => {
  it('is a benefit, with the names as GitHub spells them', async () => {
    await connectGitHub(server.current, acme)
    const wish = repository('rockets', { repository_owner: 'ACME', permission: 'triage' })
    expect(await owner.post('/benefits/', wish)).toMatchObject({
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
  ])('in %s with %j is refused', async (name, wish, expected) => {
    await connectGitHub(server.current, acme)
    expect(briefOf(await owner.post('/benefits/', repository(name, wish)))).toBe(expected)
  })

  it('needs a person who is connected', async () => {
    const fresh = await found(server.current)
    const theirs = inDashboard(server.current, fresh.owner)
    const wish = { ...repository('Rockets'), organization_id: fresh.id }
    expect(await theirs.post('/benefits/', wish)).toMatchObject({
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

  it('can be changed by who administers the repository, and described by anybody', async () => {
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

describe('GitHub on a bad day', () => {
  it.each<[Mood]>([['failing'], ['garbled'], ['limited'], ['silent']])(
    '%s',
    async (mood) => {
      await connectGitHub(server.current, acme)
      server.current.github.mood = mood
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
        expect(briefOf(answer)).toBe(away)
        expect(answer.headers.get('retry-after')).toBe(mood === 'limited' ? '7' : null)
        expect(answer.text).toContain('GitHub')
      }
    },
    30_000,
  )

  it('has moved the repository: nobody goes along', async () => {
    await connectGitHub(server.current, acme)
    server.current.github.mood = 'moved'
    expect(briefOf(await owner.post('/benefits/', repository('Rockets')))).toBe(inName)
  })

  it('keeps no token in the log', async () => {
    await connectGitHub(server.current, acme)
    expect(server.current.logged.join('')).not.toMatch(/ghu_|ghr_|PRIVATE KEY/)
  })
})
