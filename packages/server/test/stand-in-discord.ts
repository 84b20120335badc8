import { randomBytes } from 'node:crypto'
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

export interface StandInDiscord extends RunningService {
  /** For the settings of the server under test. */
  readonly env: Readonly<Record<string, string>>
  readonly guilds: Map<string, Guild>
  /** The scopes that it grants from now on. */
  readonly at: { granted: string }
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
  readonly guildId: string
}

export async function startStandInDiscord(): Promise<StandInDiscord> {
  const guilds = new Map([[bookClub.id, bookClub]])
  const codes = new Map<string, Code>()
  const at = { granted: 'identify bot' }
  const service = await startService((call) => {
    if (call.path === '/api/oauth2/token') return tokenFor(call, codes, guilds, at.granted)
    if (call.authorization !== `Bot ${application.bot}`) return refuse(401, '401: Unauthorized')
    return seenByBot(call.path, guilds)
  })
  const readRequest = (authorizeUrl: string) => {
    const { origin, pathname, searchParams } = new URL(authorizeUrl)
    expect(`${origin}${pathname}`).toBe(`${service.url}/api/oauth2/authorize`)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: application.id,
      response_type: 'code',
      scope: 'identify bot',
      permissions: '268435457',
    })
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    const redirectUri = back.href
    back.searchParams.set('state', searchParams.get('state') ?? '')
    return { back, redirectUri }
  }
  return Object.assign(service, {
    env: {
      GUILDHALL_DISCORD_CLIENT_ID: application.id,
      GUILDHALL_DISCORD_CLIENT_SECRET: application.secret,
      GUILDHALL_DISCORD_BOT_TOKEN: application.bot,
      GUILDHALL_DISCORD_API_URL: `${service.url}/api`,
    },
    guilds,
    at,
    authorize: (authorizeUrl: string, guildId: string) => {
      const { back, redirectUri } = readRequest(authorizeUrl)
      const code = randomBytes(12).toString('hex')
      codes.set(code, { redirectUri, guildId })
      back.searchParams.set('code', code)
      // The server must not trust the guild that the browser sends.
      back.searchParams.set('guild_id', '1')
      return back
    },
    decline: (authorizeUrl: string) => {
      const { back } = readRequest(authorizeUrl)
      back.searchParams.set('error', 'access_denied')
      return back
    },
  })
}

const refuse = (status: number, message: string) => ({ status, body: { message } })

function tokenFor(
  { form }: ServiceCall,
  codes: Map<string, Code>,
  guilds: ReadonlyMap<string, Guild>,
  scope: string,
) {
  const code = codes.get(form.get('code') ?? '')
  codes.delete(form.get('code') ?? '')
  const isClient =
    form.get('client_id') === application.id && form.get('client_secret') === application.secret
  if (!isClient) return { status: 401, body: { error: 'invalid_client' } }
  const isCode =
    form.get('grant_type') === 'authorization_code' &&
    code?.redirectUri === form.get('redirect_uri')
  if (code === undefined || !isCode) return { status: 400, body: { error: 'invalid_grant' } }
  const guild = guilds.get(code.guildId)
  const tokens = { access_token: 'person.token', token_type: 'Bearer', expires_in: 604_800, scope }
  return { status: 200, body: { ...tokens, ...(guild && { guild: { id: guild.id } }) } }
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
