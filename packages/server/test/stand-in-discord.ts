import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { type RunningService, type ServiceCall, startService } from './stand-in-service.ts'

interface Role {
  readonly id: string
  readonly name: string
  readonly position: number
  readonly permissions?: string
  readonly managed?: boolean
  readonly color?: number
}

export interface Guild {
  readonly id: string
  readonly name: string
  readonly roles: readonly Role[]
  /** Null where the bot is not a member. */
  readonly botRoleIds: readonly string[] | null
}

export interface DiscordAccount {
  readonly id: string
  readonly username: string
}

export const ada: DiscordAccount = { id: '810000000000000001', username: 'ada' }

export interface StandInDiscord extends RunningService {
  /** For the settings of the server under test. */
  readonly env: Readonly<Record<string, string>>
  readonly guilds: Map<string, Guild>
  /** The scopes that it grants from now on. */
  readonly at: { granted: string; identified: string; account: DiscordAccount }
  /** The members of guilds, with their roles. */
  readonly members: GuildMembers
  /** The URL that the browser is sent back to when `at.account` is shown to the application. */
  identify(authorizeUrl: string): URL
  /** Makes all tokens of people invalid. */
  revokeTokens(): void
  /** The URL that the browser is sent back to when a user adds the bot to a guild. */
  authorize(authorizeUrl: string, guildId: string): URL
  /** The URL that the browser is sent back to when a user declines. */
  decline(authorizeUrl: string): URL
}

const application = { id: '900000000000000001', secret: 'discord secret/+&=', bot: 'bot.token' }
const botId = '900000000000000002'

export const manageRoles = String(1n << 28n)

/** A guild with roles below and above the bot's. */
export const bookClub: Guild = {
  id: '700000000000000001',
  name: 'Book club',
  roles: [
    { id: '700000000000000001', name: '@everyone', position: 0, permissions: '1024' },
    { id: '71', name: 'Reader', position: 1, color: 0x1f8b4c },
    { id: '72', name: 'Guildhall', position: 3, permissions: manageRoles, managed: true },
    { id: '73', name: 'Owner', position: 4 },
    { id: '74', name: 'Booster', position: 2, managed: true },
  ],
  botRoleIds: ['72'],
}

interface Code {
  readonly redirectUri: string
  readonly guildId: string | null
  /** Null for adding the bot. */
  readonly challenge: string | null
}

interface ServiceState {
  readonly guilds: Map<string, Guild>
  readonly members: GuildMembers
  readonly codes: Map<string, Code>
  /** The accounts of tokens. */
  readonly people: Map<string, DiscordAccount>
  readonly at: StandInDiscord['at']
}

export async function startStandInDiscord(): Promise<StandInDiscord> {
  const state: ServiceState = {
    guilds: new Map([[bookClub.id, bookClub]]),
    members: new GuildMembers(),
    codes: new Map(),
    people: new Map(),
    at: { granted: 'identify bot', identified: 'identify guilds.join', account: ada },
  }
  const service = await startService((call) => {
    if (call.path === '/api/oauth2/token') return tokenFor(call, state)
    const person = state.people.get(call.authorization.replace(/^Bearer /, ''))
    if (person !== undefined && call.path === '/api/v10/users/@me') {
      return { status: 200, body: person }
    }
    if (call.authorization !== `Bot ${application.bot}`) return refuse(401, '401: Unauthorized')
    return memberCall(call, state) ?? seenByBot(call.path, state.guilds)
  })
  const readRequest = (authorizeUrl: string, expected: object) => {
    const { origin, pathname, searchParams } = new URL(authorizeUrl)
    expect(`${origin}${pathname}`).toBe(`${service.url}/api/oauth2/authorize`)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: application.id,
      response_type: 'code',
      ...expected,
    })
    const challenge = searchParams.get('code_challenge')
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    const redirectUri = back.href
    back.searchParams.set('state', searchParams.get('state') ?? '')
    return { back, redirectUri, challenge }
  }
  const sendBack = (asked: ReturnType<typeof readRequest>, guildId: string | null) => {
    const { back, redirectUri, challenge } = asked
    const code = randomBytes(12).toString('hex')
    state.codes.set(code, { redirectUri, challenge, guildId })
    back.searchParams.set('code', code)
    return back
  }
  return Object.assign(service, {
    env: {
      GUILDHALL_DISCORD_CLIENT_ID: application.id,
      GUILDHALL_DISCORD_CLIENT_SECRET: application.secret,
      GUILDHALL_DISCORD_BOT_TOKEN: application.bot,
      GUILDHALL_DISCORD_API_URL: `${service.url}/api`,
    },
    guilds: state.guilds,
    members: state.members,
    at: state.at,
    identify: (authorizeUrl: string) => sendBack(readRequest(authorizeUrl, identifying), null),
    revokeTokens: () => state.people.clear(),
    authorize: (authorizeUrl: string, guildId: string) => {
      const back = sendBack(readRequest(authorizeUrl, addingBot), guildId)
      // The server must not trust the guild that the browser sends.
      back.searchParams.set('guild_id', '1')
      return back
    },
    decline: (authorizeUrl: string) => {
      const { back } = readRequest(authorizeUrl, {})
      back.searchParams.set('error', 'access_denied')
      return back
    },
  })
}

const addingBot = { scope: 'identify bot', permissions: '268435457' }

const identifying = {
  scope: 'identify guilds.join',
  code_challenge_method: 'S256',
  code_challenge: expect.stringMatching(/^[\w-]{43}$/),
}

const refuse = (status: number, message: string, code = 0) => ({ status, body: { message, code } })

function tokenFor({ form }: ServiceCall, { codes, guilds, people, at }: ServiceState) {
  const code = codes.get(form.get('code') ?? '')
  codes.delete(form.get('code') ?? '')
  const isClient =
    form.get('client_id') === application.id && form.get('client_secret') === application.secret
  if (!isClient) return { status: 401, body: { error: 'invalid_client' } }
  const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
  const isCode =
    form.get('grant_type') === 'authorization_code' &&
    code?.redirectUri === form.get('redirect_uri') &&
    (code?.challenge === null || verifier.digest('base64url') === code?.challenge)
  if (code === undefined || !isCode) return { status: 400, body: { error: 'invalid_grant' } }
  const guild = code.guildId === null ? undefined : guilds.get(code.guildId)
  const token = `person.${randomBytes(12).toString('hex')}`
  people.set(token, at.account)
  const scope = code.guildId === null ? at.identified : at.granted
  const tokens = { access_token: token, token_type: 'Bearer', expires_in: 604_800, scope }
  return { status: 200, body: { ...tokens, ...(guild && { guild: { id: guild.id } }) } }
}

/** The members of guilds. */
class GuildMembers {
  readonly #roles = new Map<string, Set<string>>()

  /** The roles of a member; null for others. */
  rolesOf(guildId: string, userId: string): string[] | null {
    const roles = this.#roles.get(`${guildId}/${userId}`)
    return roles === undefined ? null : [...roles].sort()
  }

  join(guildId: string, userId: string, roles: readonly string[] = []): void {
    this.#roles.set(`${guildId}/${userId}`, new Set(roles))
  }

  leave(guildId: string, userId: string): void {
    this.#roles.delete(`${guildId}/${userId}`)
  }

  change(guildId: string, userId: string, act: (roles: Set<string>) => void): void {
    const roles = this.#roles.get(`${guildId}/${userId}`)
    if (roles !== undefined) act(roles)
  }

  clear(): void {
    this.#roles.clear()
  }
}

const memberPath = /^\/api\/v10\/guilds\/(\d+)\/members\/(\d+)(?:\/roles\/(\d+))?$/

/** Null for requests that don’t change members. */
function memberCall({ method, path, json }: ServiceCall, state: ServiceState) {
  const [matched, guildId = '', userId = '', roleId] = memberPath.exec(path) ?? []
  if (matched === undefined || method === 'GET') return null
  const guild = state.guilds.get(guildId)
  if (guild === undefined || guild.botRoleIds === null) return refuse(404, 'Unknown Guild', 10_004)
  if (roleId === undefined) return join({ guild, userId, json }, state)
  const role = guild.roles.find(({ id }) => id === roleId)
  if (role === undefined) return refuse(404, 'Unknown Role', 10_011)
  if (!mayAssign(guild, role)) return refuse(403, 'Missing Permissions', 50_013)
  if (state.members.rolesOf(guildId, userId) === null) return refuse(404, 'Unknown Member', 10_007)
  state.members.change(guildId, userId, (roles) =>
    method === 'PUT' ? roles.add(roleId) : roles.delete(roleId),
  )
  return { status: 204, body: {} }
}

interface Joining {
  readonly guild: Guild
  readonly userId: string
  readonly json: unknown
}

function join({ guild, userId, json }: Joining, { people, members }: ServiceState) {
  const { access_token: token, roles: wanted } = Object(json)
  if (people.get(String(token))?.id !== userId) {
    return refuse(403, 'Invalid OAuth2 access token', 50_025)
  }
  if (members.rolesOf(guild.id, userId) !== null) return { status: 204, body: {} }
  const roles = Array.isArray(wanted) ? wanted.map(String) : []
  const found = guild.roles.filter(({ id }) => roles.includes(id))
  if (!found.every((role) => mayAssign(guild, role))) {
    return refuse(403, 'Missing Permissions', 50_013)
  }
  members.join(guild.id, userId, roles)
  return { status: 201, body: { user: { id: userId }, roles } }
}

function mayAssign({ roles, botRoleIds }: Guild, role: Role): boolean {
  const own = roles.filter(({ id }) => botRoleIds?.includes(id) === true)
  const isAllowed = own.some(({ permissions = '0' }) => (BigInt(permissions) & (1n << 28n)) !== 0n)
  return isAllowed && role.position < Math.max(...own.map(({ position }) => position))
}

function seenByBot(path: string, guilds: ReadonlyMap<string, Guild>) {
  if (path === '/api/v10/users/@me') return { status: 200, body: { id: botId } }
  const [, id = '', memberId] = /^\/api\/v10\/guilds\/(\d+)(?:\/members\/(\d+))?$/.exec(path) ?? []
  const guild = guilds.get(id)
  if (guild === undefined || guild.botRoleIds === null) return refuse(404, 'Unknown Guild')
  if (memberId !== undefined) {
    return memberId === botId
      ? { status: 200, body: { roles: guild.botRoleIds } }
      : refuse(404, 'Unknown Member')
  }
  const defaults = { color: 0, permissions: '0', managed: false }
  const roles = guild.roles.map((role) => ({ ...defaults, ...role }))
  return { status: 200, body: { id, name: guild.name, icon: null, roles } }
}
