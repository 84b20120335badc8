import { beforeAll, describe, expect, it } from 'vitest'
import { bareBenefit } from '../../../../test/benefits.ts'
import { connectedServer, guildTokenFor, leaveFor, newsIn } from '../../../../test/connections.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { signInAgain } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { bookClub, manageRoles } from '../../../../test/stand-in-discord.ts'
import type { Mood } from '../../../../test/stand-in-service.ts'
import { createKeyring } from '../../../platform/crypto/keyring.ts'

const db = testDatabase()
const server = connectedServer(db)
let acme: Founded
let owner: BillingCalls
let backend: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  owner = inDashboard(server.current, acme.owner)
  backend = await newBackend(server.current, acme, ['benefits:write'])
})

const proved = () => guildTokenFor(server.current, acme)

const role = (guild_token: string, role_id = '71') => ({
  ...bareBenefit,
  type: 'discord',
  properties: { guild_token, role_id },
})

const inToken = '422 RequestValidationError body.properties.guild_token'
const inRole = '422 RequestValidationError body.properties.role_id'
const overState = '422 RequestValidationError query.state'
const away = '503 ServiceUnavailable'

describe('letting the bot in', () => {
  it('proves the guild, whatever the browser says', async () => {
    const url = await leaveFor(server.current, acme.owner, acme, ['discord'])
    const { location, status } = await acme.owner.browser.open(
      server.current.discord.letIn(url, bookClub.id).href,
    )
    expect(status).toBe(302)
    expect(location?.startsWith(`${server.current.url}/dashboard/`)).toBe(true)
    const { guild_token } = newsIn(location)
    const look = { organization_id: acme.id, guild_token }
    const { body } = await owner.post('/integrations/discord/guild', look)
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
    ['nobody agrees', () => undefined, 'access_denied'],
    [
      'only a person came',
      () => Object.assign(server.current.discord.at, { granted: 'identify' }),
      'invalid_code',
    ],
    [
      'no guild was chosen',
      () => server.current.discord.guilds.delete(bookClub.id),
      'invalid_code',
    ],
  ])('fails where %s', async (_what, arrange, error) => {
    arrange()
    const url = await leaveFor(server.current, acme.owner, acme, ['discord'])
    const { discord } = server.current
    const back = error === 'access_denied' ? discord.decline(url) : discord.letIn(url, bookClub.id)
    expect(newsIn((await acme.owner.browser.open(back.href)).location)).toEqual({ error })
  })

  it.each([
    ['made up', (back: URL) => back.searchParams.set('code', 'made-up'), 'invalid_code'],
    ['empty', (back: URL) => back.searchParams.set('code', ''), 'no_code'],
    ['missing', (back: URL) => back.searchParams.delete('code'), 'no_code'],
  ])('fails where the code is %s', async (_what, spoil, error) => {
    const url = await leaveFor(server.current, acme.owner, acme, ['discord'])
    const back = server.current.discord.letIn(url, bookClub.id)
    spoil(back)
    expect(newsIn((await acme.owner.browser.open(back.href)).location)).toEqual({ error })
  })

  it('by somebody else’s code is possible only once', async () => {
    const leave = () => leaveFor(server.current, acme.owner, acme, ['discord'])
    const first = server.current.discord.letIn(await leave(), bookClub.id)
    const second = server.current.discord.letIn(await leave(), bookClub.id)
    await acme.owner.browser.open(first.href)
    second.searchParams.set('code', first.searchParams.get('code') ?? '')
    expect(newsIn((await acme.owner.browser.open(second.href)).location)).toEqual({
      error: 'invalid_code',
    })
  })
})

describe('the state', () => {
  const leave = async () => {
    const url = await leaveFor(server.current, acme.owner, acme, ['discord'])
    return server.current.discord.letIn(url, bookClub.id)
  }
  const outcome = async (browser: typeof acme.owner.browser, back: URL) => {
    const { status, body, location } = await browser.open(back.href)
    return status === 302 ? newsIn(location) : [status, body?.['error']]
  }
  const refused = [422, 'RequestValidationError']

  it('works once', async () => {
    const back = await leave()
    expect(await outcome(acme.owner.browser, back)).toHaveProperty('guild_token')
    expect(await outcome(acme.owner.browser, back)).toEqual(refused)
  })

  it('works once, however often the browser comes back at the same time', async () => {
    const back = await leave()
    const all = await Promise.all(
      Array.from({ length: 12 }, () => outcome(acme.owner.browser, back)),
    )
    expect(all.filter((one) => !Array.isArray(one))).toHaveLength(1)
    const exchanged = all.filter((one) => Array.isArray(one))
    expect(exchanged).toEqual(Array(11).fill(refused))
  })

  it('is worth nothing in another session, and still works in its own', async () => {
    const back = await leave()
    const again = await signInAgain(server.current, acme.owner)
    const admin = await newMember(server.current, acme, 'admin')
    expect(await outcome(again, back)).toEqual(refused)
    expect(await outcome(admin.browser, back)).toEqual(refused)
    expect(await outcome(acme.owner.browser, back)).toHaveProperty('guild_token')
  })

  it('is sealed', async () => {
    const back = await leave()
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

  it('is good for Discord only', async () => {
    const url = await leaveFor(server.current, acme.owner, acme, ['github'])
    const back = server.current.github.authorize(url)
    back.pathname = back.pathname.replace('github', 'discord')
    expect(await outcome(acme.owner.browser, back)).toEqual(refused)
  })

  it('ends after ten minutes, and says so', async () => {
    const back = await leave()
    server.current.clock.advance(601)
    expect(await outcome(acme.owner.browser, back)).toEqual({ error: 'too_late' })
  })

  it('is not used up by programs that only look', async () => {
    const back = await leave()
    const { pathname, search } = back
    const seen = await acme.owner.browser.head(`${pathname}${search}`)
    expect(seen.status).toBe(405)
    expect(await outcome(acme.owner.browser, back)).toHaveProperty('guild_token')
  })

  it('is worth nothing for who lost the right meanwhile', async () => {
    const admin = await newMember(server.current, acme, 'admin')
    const url = await leaveFor(server.current, admin, acme, ['discord'])
    await db.database.pool.query(`update member set role = 'member' where user_id = $1`, [admin.id])
    const back = server.current.discord.letIn(url, bookClub.id)
    expect(await outcome(admin.browser, back)).toEqual([403, 'NotPermitted'])
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a#b', '/a b', ''])(
    'never leads to %j',
    async (return_to) => {
      const wish = { organization_id: acme.id, return_to }
      expect(briefOf(await owner.post('/integrations/discord/connections/', wish))).toBe(
        '422 RequestValidationError body.return_to',
      )
    },
  )
})

describe('giving a role', () => {
  it('is a benefit, and shows a token that proves the same guild', async () => {
    const created = await backend.post('/benefits/', role(await proved()))
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
  ])('%s is refused', async (id, expected) => {
    expect(briefOf(await backend.post('/benefits/', role(await proved(), id)))).toBe(expected)
  })

  it('needs a bot that may', async () => {
    const token = await proved()
    const roles = bookClub.roles.map((one) =>
      one.permissions === manageRoles ? { ...one, permissions: '0' } : one,
    )
    server.current.discord.guilds.set(bookClub.id, { ...bookClub, roles })
    expect(briefOf(await backend.post('/benefits/', role(token)))).toBe(inRole)
  })

  it('needs a bot that is still in', async () => {
    const token = await proved()
    server.current.discord.guilds.set(bookClub.id, { ...bookClub, botRoleIds: null })
    expect(briefOf(await backend.post('/benefits/', role(token)))).toBe(inToken)
    const look = { organization_id: acme.id, guild_token: token }
    expect(briefOf(await owner.post('/integrations/discord/guild', look))).toBe(
      '422 RequestValidationError body.guild_token',
    )
  })

  it('can be changed to another one', async () => {
    const created = await backend.post('/benefits/', role(await proved()))
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

  it('is not asked about where it stays as it is', async () => {
    const created = await backend.post('/benefits/', role(await proved()))
    const { id, properties } = created.body ?? {}
    server.current.discord.mood = 'failing'
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
  it('is worth nothing when anything of it is changed', async () => {
    const token = await proved()
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

  it('of the way to Discord is good for an hour', async () => {
    const token = await proved()
    server.current.clock.advance(3601)
    expect(briefOf(await backend.post('/benefits/', role(token)))).toBe(inToken)
    const look = { organization_id: acme.id, guild_token: token }
    expect(await owner.post('/integrations/discord/guild', look)).toMatchObject({
      status: 422,
      body: { detail: [{ msg: expect.stringMatching(/too old/) }] },
    })
  })

  it('of a benefit is good as long as the benefit lives', async () => {
    const created = await backend.post('/benefits/', role(await proved()))
    const { id, properties } = created.body ?? {}
    const { guild_token } = Object(properties)
    server.current.clock.advance(7200)
    expect((await backend.post('/benefits/', role(guild_token))).status).toBe(201)
    const look = { organization_id: acme.id, guild_token }
    expect((await owner.post('/integrations/discord/guild', look)).status).toBe(200)
    await backend.remove(`/benefits/${String(id)}`)
    expect(briefOf(await backend.post('/benefits/', role(guild_token)))).toBe(inToken)
  })
})

describe('Discord on a bad day', () => {
  it.each<[Mood]>([['failing'], ['garbled'], ['limited'], ['silent']])(
    '%s',
    async (mood) => {
      const token = await proved()
      server.current.discord.mood = mood
      const answers = await Promise.all([
        backend.post('/benefits/', role(token)),
        owner.post('/integrations/discord/guild', { organization_id: acme.id, guild_token: token }),
      ])
      for (const answer of answers) {
        expect(briefOf(answer)).toBe(away)
        expect(answer.headers.get('retry-after')).toBe(mood === 'limited' ? '7' : null)
        expect(answer.text).toContain('Discord')
      }
      const { body } = await backend.get('/benefits/?type=discord&query=nothing')
      expect(body).toMatchObject({ items: [] })
    },
    30_000,
  )

  it('sends somewhere else, where nobody goes', async () => {
    const token = await proved()
    server.current.discord.mood = 'moved'
    expect(briefOf(await backend.post('/benefits/', role(token)))).toBe(away)
  })

  it('nothing of it is in the answer, the reason is in the log', async () => {
    const token = await proved()
    server.current.discord.mood = 'failing'
    const { text } = await backend.post('/benefits/', role(token))
    expect(text).not.toMatch(/502|gateway|bot\.token/)
    const lines = server.current.logged.filter((line) => line.includes('status 502'))
    expect(lines.length).toBeGreaterThan(0)
    expect(server.current.logged.join('')).not.toContain('bot.token')
  })
})

it('the callback by itself is nothing', async () => {
  const seen = await owner.get('/integrations/discord/callback?code=x')
  expect(briefOf(seen)).toBe(overState)
})
