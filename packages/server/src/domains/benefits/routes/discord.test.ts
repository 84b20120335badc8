import { beforeAll, describe, expect, it } from 'vitest'
import { bareBenefit } from '../../../../test/benefits.ts'
import {
  authorizeUrlFor,
  callbackResult,
  connectedServer,
  guildTokenFor,
} from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { signInAgain } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { bookClub, manageRoles } from '../../../../test/stand-in-discord.ts'
import type { Behavior } from '../../../../test/stand-in-service.ts'
import { createKeyring } from '../../../platform/crypto/keyring.ts'

const db = testDatabase()
const server = connectedServer(db)
let acme: OwnedOrganization
let owner: BillingCalls
let backend: BillingCalls

beforeAll(async () => {
  acme = await createOrganization(server.current)
  owner = inDashboard(server.current, acme.owner)
  backend = await newBackend(server.current, acme, ['benefits:write'])
})

const newToken = () => guildTokenFor(server.current, acme)

const role = (guild_token: string, role_id = '71') => ({
  ...bareBenefit,
  type: 'discord',
  properties: { guild_token, role_id },
})

const inToken = '422 RequestValidationError body.properties.guild_token'
const inRole = '422 RequestValidationError body.properties.role_id'
const invalidState = '422 RequestValidationError query.state'
const unavailable = '503 ServiceUnavailable'

describe('adding the bot', () => {
  it('proves the guild that Discord names, and ignores what the browser sends', async () => {
    const url = await authorizeUrlFor(server.current, acme.owner, acme, ['discord'])
    const { location, status } = await acme.owner.browser.open(
      server.current.discord.authorize(url, bookClub.id).href,
    )
    expect(status).toBe(302)
    expect(location?.startsWith(`${server.current.url}/dashboard/`)).toBe(true)
    const { guild_token } = callbackResult(location)
    const lookup = { organization_id: acme.id, guild_token }
    const { body } = await owner.post('/integrations/discord/guild', lookup)
    expect(body).toEqual({
      id: bookClub.id,
      name: 'Book club',
      manages_roles: true,
      roles: [
        { id: '73', name: 'Owner', color: null, obstacle: 'too_high' },
        { id: '72', name: 'Guildhall', color: null, obstacle: 'managed' },
        { id: '74', name: 'Booster', color: null, obstacle: 'managed' },
        { id: '71', name: 'Reader', color: '1f8b4c', obstacle: null },
        { id: bookClub.id, name: '@everyone', color: null, obstacle: 'managed' },
      ],
    })
  })

  it.each<[string, () => void, string]>([
    ['the person declines', () => undefined, 'access_denied'],
    [
      'the bot scope is not granted',
      () => Object.assign(server.current.discord.at, { granted: 'identify' }),
      'invalid_code',
    ],
    [
      'no guild was chosen',
      () => server.current.discord.guilds.delete(bookClub.id),
      'invalid_code',
    ],
  ])('fails when %s', async (_title, arrange, error) => {
    arrange()
    const url = await authorizeUrlFor(server.current, acme.owner, acme, ['discord'])
    const { discord } = server.current
    const back =
      error === 'access_denied' ? discord.decline(url) : discord.authorize(url, bookClub.id)
    expect(callbackResult((await acme.owner.browser.open(back.href)).location)).toEqual({ error })
  })

  it.each([
    ['made up', (back: URL) => back.searchParams.set('code', 'made-up'), 'invalid_code'],
    ['empty', (back: URL) => back.searchParams.set('code', ''), 'no_code'],
    ['missing', (back: URL) => back.searchParams.delete('code'), 'no_code'],
  ])('fails when the code is %s', async (_title, spoil, error) => {
    const url = await authorizeUrlFor(server.current, acme.owner, acme, ['discord'])
    const back = server.current.discord.authorize(url, bookClub.id)
    spoil(back)
    expect(callbackResult((await acme.owner.browser.open(back.href)).location)).toEqual({ error })
  })

  it('fails with a code that was used before', async () => {
    const authorize = () => authorizeUrlFor(server.current, acme.owner, acme, ['discord'])
    const first = server.current.discord.authorize(await authorize(), bookClub.id)
    const second = server.current.discord.authorize(await authorize(), bookClub.id)
    await acme.owner.browser.open(first.href)
    second.searchParams.set('code', first.searchParams.get('code') ?? '')
    expect(callbackResult((await acme.owner.browser.open(second.href)).location)).toEqual({
      error: 'invalid_code',
    })
  })
})

describe('the state', () => {
  const authorize = async () => {
    const url = await authorizeUrlFor(server.current, acme.owner, acme, ['discord'])
    return server.current.discord.authorize(url, bookClub.id)
  }
  const outcome = async (browser: typeof acme.owner.browser, back: URL) => {
    const { status, body, location } = await browser.open(back.href)
    return status === 302 ? callbackResult(location) : [status, body?.['error']]
  }
  const refused = [422, 'RequestValidationError']

  it('can be used once', async () => {
    const back = await authorize()
    expect(await outcome(acme.owner.browser, back)).toHaveProperty('guild_token')
    expect(await outcome(acme.owner.browser, back)).toEqual(refused)
  })

  it('can be used once by concurrent callbacks', async () => {
    const back = await authorize()
    const all = await Promise.all(
      Array.from({ length: 12 }, () => outcome(acme.owner.browser, back)),
    )
    expect(all.filter((one) => !Array.isArray(one))).toHaveLength(1)
    const refusals = all.filter((one) => Array.isArray(one))
    expect(refusals).toEqual(Array(11).fill(refused))
  })

  it('is refused in another session and stays valid in its own', async () => {
    const back = await authorize()
    const again = await signInAgain(server.current, acme.owner)
    const admin = await newMember(server.current, acme, 'admin')
    expect(await outcome(again, back)).toEqual(refused)
    expect(await outcome(admin.browser, back)).toEqual(refused)
    expect(await outcome(acme.owner.browser, back)).toHaveProperty('guild_token')
  })

  it('is encrypted and authenticated', async () => {
    const back = await authorize()
    const state = back.searchParams.get('state') ?? ''
    const bytes = Buffer.from(state, 'base64url')
    for (const at of [0, 5, 20, 40, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      back.searchParams.set('state', changed.toString('base64url'))
      expect(await outcome(acme.owner.browser, back)).toEqual(refused)
    }
    expect(bytes.toString('latin1')).not.toContain(acme.id)
    back.searchParams.delete('state')
    expect(await outcome(acme.owner.browser, back)).toEqual(refused)
  })

  it('is refused for another provider', async () => {
    const url = await authorizeUrlFor(server.current, acme.owner, acme, ['github'])
    const back = server.current.github.authorize(url)
    back.pathname = back.pathname.replace('github', 'discord')
    expect(await outcome(acme.owner.browser, back)).toEqual(refused)
  })

  it('expires after ten minutes, which its session learns', async () => {
    const back = await authorize()
    server.current.clock.advance(601)
    expect(await outcome(acme.owner.browser, back)).toEqual({ error: 'too_late' })
  })

  it('is not used up by HEAD requests', async () => {
    const back = await authorize()
    const { pathname, search } = back
    const seen = await acme.owner.browser.head(`${pathname}${search}`)
    expect(seen.status).toBe(405)
    expect(await outcome(acme.owner.browser, back)).toHaveProperty('guild_token')
  })

  it('is refused when the member has lost the permission', async () => {
    const admin = await newMember(server.current, acme, 'admin')
    const url = await authorizeUrlFor(server.current, admin, acme, ['discord'])
    await db.database.pool.query(`update member set role = 'member' where user_id = $1`, [admin.id])
    const back = server.current.discord.authorize(url, bookClub.id)
    expect(await outcome(admin.browser, back)).toEqual([403, 'NotPermitted'])
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a#b', '/a b', ''])(
    'cannot return to %j',
    async (return_to) => {
      const input = { organization_id: acme.id, return_to }
      expect(briefOf(await owner.post('/integrations/discord/connections/', input))).toBe(
        '422 RequestValidationError body.return_to',
      )
    },
  )
})

describe('a benefit with a role', () => {
  it('is created and returns a token for the same guild', async () => {
    const created = await backend.post('/benefits/', role(await newToken()))
    expect(created).toMatchObject({
      status: 201,
      body: {
        type: 'discord',
        properties: { guild_id: bookClub.id, role_id: '71', guild_token: expect.any(String) },
      },
    })
    const shown = await backend.get(`/benefits/${String(created.body?.['id'])}`)
    expect(shown.body).toEqual(created.body)
  })

  it.each([
    ['99', inRole],
    ['72', inRole],
    ['73', inRole],
    ['74', inRole],
    [bookClub.id, inRole],
    ['71a', inRole],
    ['../71', inRole],
  ])('is refused for role %s', async (id, expected) => {
    expect(briefOf(await backend.post('/benefits/', role(await newToken(), id)))).toBe(expected)
  })

  it('is refused when the bot cannot manage roles', async () => {
    const token = await newToken()
    const roles = bookClub.roles.map((one) =>
      one.permissions === manageRoles ? { ...one, permissions: '0' } : one,
    )
    server.current.discord.guilds.set(bookClub.id, { ...bookClub, roles })
    expect(briefOf(await backend.post('/benefits/', role(token)))).toBe(inRole)
  })

  it('is refused when the bot has left the guild', async () => {
    const token = await newToken()
    server.current.discord.guilds.set(bookClub.id, { ...bookClub, botRoleIds: null })
    expect(briefOf(await backend.post('/benefits/', role(token)))).toBe(inToken)
    const lookup = { organization_id: acme.id, guild_token: token }
    expect(briefOf(await owner.post('/integrations/discord/guild', lookup))).toBe(
      '422 RequestValidationError body.guild_token',
    )
  })

  it('can be changed to another role', async () => {
    const created = await backend.post('/benefits/', role(await newToken()))
    const { id, properties } = created.body ?? {}
    const roles = [...bookClub.roles, { id: '75', name: 'Writer', position: 1 }]
    server.current.discord.guilds.set(bookClub.id, { ...bookClub, roles })
    const change = (role_id: string) =>
      backend.patch(`/benefits/${String(id)}`, {
        type: 'discord',
        properties: { ...Object(properties), guild_id: undefined, role_id },
      })
    expect((await change('75')).body).toMatchObject({ properties: { role_id: '75' } })
    expect(briefOf(await change('73'))).toBe(inRole)
    expect((await backend.get(`/benefits/${String(id)}`)).body).toMatchObject({
      properties: { role_id: '75' },
    })
  })

  it('is not verified again when the role stays the same', async () => {
    const created = await backend.post('/benefits/', role(await newToken()))
    const { id, properties } = created.body ?? {}
    server.current.discord.behavior = 'failing'
    const { guild_token, role_id } = Object(properties)
    const change = {
      type: 'discord',
      description: 'Readers’ room',
      properties: { guild_token, role_id },
    }
    expect((await backend.patch(`/benefits/${String(id)}`, change)).body).toMatchObject({
      description: 'Readers’ room',
      properties,
    })
  })
})

describe('a guild token', () => {
  it('is invalid when any part is changed', async () => {
    const token = await newToken()
    const [guildId = '', until = '', keyId = '', mac = ''] = token.split('.')
    const forger = createKeyring(['another secret that is long enough, too'])
    const message = ['discord-guild', acme.id, guildId, until]
    const forged = forger.sign(message)
    for (const made of [
      '',
      'x',
      [String(BigInt(guildId) + 1n), until, keyId, mac].join('.'),
      [guildId, String(Number(until) + 1), keyId, mac].join('.'),
      [guildId, until, forged.keyId, mac].join('.'),
      [guildId, until, forged.keyId, forged.mac.toString('base64url')].join('.'),
      [guildId, until, keyId, forged.mac.toString('base64url')].join('.'),
      `${token}.`,
      token.toUpperCase(),
    ]) {
      expect([made, briefOf(await backend.post('/benefits/', role(made)))]).toEqual([made, inToken])
    }
    expect((await backend.post('/benefits/', role(token))).status).toBe(201)
  })

  it('of a redirect expires after an hour', async () => {
    const token = await newToken()
    server.current.clock.advance(3601)
    expect(briefOf(await backend.post('/benefits/', role(token)))).toBe(inToken)
    const lookup = { organization_id: acme.id, guild_token: token }
    expect(await owner.post('/integrations/discord/guild', lookup)).toMatchObject({
      status: 422,
      body: { detail: [{ msg: expect.stringMatching(/has expired/) }] },
    })
  })

  it('of a benefit is valid until the benefit is deleted', async () => {
    const created = await backend.post('/benefits/', role(await newToken()))
    const { id, properties } = created.body ?? {}
    const { guild_token } = Object(properties)
    server.current.clock.advance(7200)
    expect((await backend.post('/benefits/', role(guild_token))).status).toBe(201)
    const lookup = { organization_id: acme.id, guild_token }
    expect((await owner.post('/integrations/discord/guild', lookup)).status).toBe(200)
    await backend.remove(`/benefits/${String(id)}`)
    expect(briefOf(await backend.post('/benefits/', role(guild_token)))).toBe(inToken)
  })
})

describe('a failing Discord', () => {
  it.each<[Behavior]>([['failing'], ['garbled'], ['limited'], ['silent']])(
    '%s',
    async (behavior) => {
      const token = await newToken()
      server.current.discord.behavior = behavior
      const answers = await Promise.all([
        backend.post('/benefits/', role(token)),
        owner.post('/integrations/discord/guild', { organization_id: acme.id, guild_token: token }),
      ])
      for (const answer of answers) {
        expect(briefOf(answer)).toBe(unavailable)
        expect(answer.headers.get('retry-after')).toBe(behavior === 'limited' ? '7' : null)
        expect(answer.text).toContain('Discord')
      }
      const { body } = await backend.get('/benefits/?type=discord&query=nothing')
      expect(body).toMatchObject({ items: [] })
    },
    30_000,
  )

  it('is unavailable when it redirects, which is not followed', async () => {
    const token = await newToken()
    server.current.discord.behavior = 'moved'
    expect(briefOf(await backend.post('/benefits/', role(token)))).toBe(unavailable)
  })

  it('is described in the log and not in the answer', async () => {
    const token = await newToken()
    server.current.discord.behavior = 'failing'
    const { text } = await backend.post('/benefits/', role(token))
    expect(text).not.toMatch(/502|gateway|bot\.token/)
    const lines = server.current.logged.filter((line) => line.includes('status 502'))
    expect(lines.length).toBeGreaterThan(0)
    expect(server.current.logged.join('')).not.toContain('bot.token')
  })
})

it('a callback without a state is refused', async () => {
  const seen = await owner.get('/integrations/discord/callback?code=x')
  expect(briefOf(seen)).toBe(invalidState)
})

it('a page of another site connects nothing', async () => {
  const cookie = Array.from(acme.owner.browser.cookies, (pair) => pair.join('=')).join('; ')
  for (const service of ['discord', 'github']) {
    const answer = await fetch(`${server.current.url}/v1/integrations/${service}/connections/`, {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify({ organization_id: acme.id, return_to: '/dashboard' }),
    })
    expect(answer.status).toBe(403)
  }
})
