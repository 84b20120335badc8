import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { ExternalAccess } from '../external-access.ts'
import {
  callService,
  type ServiceAnswer,
  type ServiceFailure,
} from '../http-client/call-service.ts'
import type { FetchExternal } from '../oauth/external.ts'
import { exchangeCode, type TokenServer } from '../oauth/tokens.ts'
import { type CallDiscord, type RolePlace, roleAccess } from './role-access.ts'

interface Deps {
  readonly config: Config
  readonly fetchExternal: FetchExternal
  readonly clock: Clock
}

/** “Manage Roles”, and “Create Invite”, which adding members requires. */
const permissions = String((1n << 28n) | 1n)

/** `identify` is needed because Discord returns the guild only along with a user's token. */
const scopes = ['identify', 'bot']

const snowflake = z.string().check(z.regex(/^\d{1,20}$/))

const permissionBits = z.string().check(z.regex(/^\d{1,30}$/))

const Role = z.object({
  id: snowflake,
  name: z.string(),
  color: z.int(),
  position: z.int(),
  permissions: permissionBits,
  managed: z.boolean(),
})

const Guild = z.object({
  id: snowflake,
  name: z.string(),
  roles: z.array(Role),
})

const Member = z.object({ roles: z.array(snowflake) })

/** A guild as the bot sees it, with the bot's roles there. */
export interface DiscordGuild extends z.output<typeof Guild> {
  readonly botRoleIds: readonly string[]
}

export interface Discord {
  /** Discord's page for adding the bot to a guild. */
  authorizeUrl(request: { readonly state: string; readonly redirectUrl: string }): string
  /** The guild that the bot was added to, or a reason for the log. */
  finishAuthorization(callback: {
    readonly code: string
    readonly redirectUrl: string
  }): Promise<{ readonly guildId: string } | { readonly failed: string }>
  guild(id: string): Promise<ServiceAnswer<DiscordGuild> | ServiceFailure>
  /** The roles of people. */
  readonly roles: ExternalAccess<RolePlace>
}

/** Null when Discord is not configured. */
export function openDiscord({ config, fetchExternal, clock }: Deps): Discord | null {
  const { clientId, clientSecret, botToken, apiUrl } = config.discord
  if (clientId === null || clientSecret === null || botToken === null) return null
  const server: TokenServer = {
    issuer: null,
    alwaysNamesIssuer: false,
    authorizeUrl: `${apiUrl}/oauth2/authorize`,
    tokenUrl: `${apiUrl}/oauth2/token`,
    refreshUrl: null,
    tokenAuthentication: 'post',
    clientIdParameter: 'client_id',
  }
  const call: CallDiscord = (path, schema, { authorization, ...request } = {}) => {
    const headers = {
      accept: 'application/json',
      authorization: authorization ?? `Bot ${botToken}`,
    }
    const showsOwnCredentials = authorization === undefined
    const settled = { ...request, headers, showsOwnCredentials }
    return callService(fetchExternal, `${apiUrl}/v10${path}`, settled, schema)
  }
  return {
    authorizeUrl: ({ state, redirectUrl }) =>
      `${server.authorizeUrl}?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUrl,
        response_type: 'code',
        scope: scopes.join(' '),
        permissions,
        state,
      }).toString()}`,
    async finishAuthorization({ code, redirectUrl }) {
      const tokens = await exchangeCode(
        { fetchExternal, clock },
        {
          server,
          client: { clientId, clientSecret },
          callback: new URLSearchParams({ code }),
          redirectUrl,
          codeVerifier: null,
          extra: {},
        },
      )
      if ('failed' in tokens) return { failed: tokens.reason }
      if (tokens.scopes?.includes('bot') !== true) return { failed: 'the bot was not added' }
      const guild = z.safeParse(z.object({ id: snowflake }), tokens.extra['guild'])
      return guild.success ? { guildId: guild.data.id } : { failed: 'no guild was named' }
    },
    guild: (id) => fetchGuild(call, id),
    roles: roleAccess({ fetchExternal, clock, server, client: { clientId, clientSecret }, call }),
  }
}

async function fetchGuild(
  call: CallDiscord,
  id: string,
): Promise<ServiceAnswer<DiscordGuild> | ServiceFailure> {
  const [guild, bot] = await Promise.all([
    call(`/guilds/${id}`, Guild),
    call('/users/@me', z.object({ id: snowflake })),
  ])
  if (!('answer' in guild)) return guild
  if (!('answer' in bot)) return bot
  const member = await call(`/guilds/${id}/members/${bot.answer.id}`, Member)
  if (!('answer' in member)) return member
  return { answer: { ...guild.answer, botRoleIds: member.answer.roles } }
}
