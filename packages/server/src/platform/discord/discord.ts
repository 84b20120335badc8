import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { askService, type ServiceAnswer, type ServiceFailure } from '../http-client/ask-service.ts'
import type { Outside } from '../oauth/outside.ts'
import { exchangeCode, type TokenServer } from '../oauth/tokens.ts'

interface Parts {
  readonly config: Config
  readonly outside: Outside
  readonly clock: Clock
}

/** Managing roles, and adding members, which Discord counts as inviting. */
const permissions = String((1n << 28n) | 1n)

/** Who they are is asked for as well, because Discord tells the guild only with a person's token. */
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

/** A server at Discord, as the bot sees it, and which of its roles the bot has. */
export interface GuildSeen extends z.output<typeof Guild> {
  readonly botRoleIds: readonly string[]
}

export interface Discord {
  /** Where somebody lets the bot into a guild. */
  authorizeUrl(asked: { readonly state: string; readonly redirectUrl: string }): string
  /** The guild that they let the bot into; why there is none is for the log only. */
  letIn(answered: {
    readonly code: string
    readonly redirectUrl: string
  }): Promise<{ readonly guildId: string } | { readonly failed: string }>
  guild(id: string): Promise<ServiceAnswer<GuildSeen> | ServiceFailure>
}

/** Null where the operator hasn't set it up. */
export function openDiscord({ config, outside, clock }: Parts): Discord | null {
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
  const asBot = {
    headers: { accept: 'application/json', authorization: `Bot ${botToken}` },
    showsOwnCredentials: true,
  }
  const ask = <S extends z.core.$ZodType>(path: string, schema: S) =>
    askService(outside, `${apiUrl}/v10${path}`, asBot, schema)
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
    async letIn({ code, redirectUrl }) {
      const tokens = await exchangeCode(
        { outside, clock },
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
      if (tokens.scopes?.includes('bot') !== true) return { failed: 'the bot was not let in' }
      const guild = z.safeParse(z.object({ id: snowflake }), tokens.others['guild'])
      return guild.success ? { guildId: guild.data.id } : { failed: 'no guild was named' }
    },
    guild: (id) => seeGuild(ask, id),
  }
}

type Ask = <S extends z.core.$ZodType>(
  path: string,
  schema: S,
) => Promise<ServiceAnswer<z.output<S>> | ServiceFailure>

async function seeGuild(ask: Ask, id: string): Promise<ServiceAnswer<GuildSeen> | ServiceFailure> {
  const [guild, bot] = await Promise.all([
    ask(`/guilds/${id}`, Guild),
    ask('/users/@me', z.object({ id: snowflake })),
  ])
  if (!('answer' in guild)) return guild
  if (!('answer' in bot)) return bot
  const member = await ask(`/guilds/${id}/members/${bot.answer.id}`, Member)
  if (!('answer' in member)) return member
  return { answer: { ...guild.answer, botRoleIds: member.answer.roles } }
}
