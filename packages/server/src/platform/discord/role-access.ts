import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import {
  type AccessRefusal,
  type ConnectedAccount,
  type ExternalAccess,
  type Given,
  inWordsOf,
  type Taken,
} from '../external-access.ts'
import type { ServiceAnswer, ServiceFailure, ServiceRefusal } from '../http-client/call-service.ts'
import type { FetchExternal } from '../oauth/external.ts'
import { exchangeCode, type TokenServer } from '../oauth/tokens.ts'

/** A role in a guild. */
export interface RolePlace {
  readonly guildId: string
  readonly roleId: string
}

interface DiscordRequest {
  readonly method?: 'GET' | 'PUT' | 'DELETE'
  readonly body?: { readonly access_token: string; readonly roles: readonly string[] }
  /** Of a person; the bot’s own by default. */
  readonly authorization?: string
}

export type CallDiscord = <S extends z.core.$ZodType>(
  path: string,
  schema: S,
  request?: DiscordRequest,
) => Promise<ServiceAnswer<z.output<S>> | ServiceFailure>

interface Deps {
  readonly fetchExternal: FetchExternal
  readonly clock: Clock
  readonly server: TokenServer
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  readonly call: CallDiscord
}

/** `guilds.join` lets the bot add the person to guilds. */
const scopes = ['identify', 'guilds.join']

const User = z.object({
  id: z.string().check(z.regex(/^\d{1,20}$/)),
  username: z.string().check(z.minLength(1), z.maxLength(100)),
})

/** Discord’s numbers for reasons. */
const codes = {
  unknownGuild: 10_004,
  unknownMember: 10_007,
  unknownRole: 10_011,
  unknownUser: 10_013,
  missingAccess: 50_001,
  missingPermissions: 50_013,
  invalidToken: 50_025,
} as const

export const roleAccess = (deps: Deps): ExternalAccess<RolePlace> => ({
  newCodeVerifier: generateRandomCodeVerifier,
  identifyUrl: async ({ state, redirectUrl, codeVerifier }) =>
    `${deps.server.authorizeUrl}?${new URLSearchParams({
      client_id: deps.client.clientId,
      redirect_uri: redirectUrl,
      response_type: 'code',
      scope: scopes.join(' '),
      state,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    }).toString()}`,
  identify: (callback) => identify(deps, callback),
  give: (place, account) => giveRole(deps.call, place, account),
  take: (place, account) => takeRole(deps.call, place, account),
})

async function identify(
  { fetchExternal, clock, server, client, call }: Deps,
  { code, redirectUrl, codeVerifier }: Parameters<ExternalAccess<RolePlace>['identify']>[0],
): Promise<{ readonly account: ConnectedAccount } | { readonly failed: string }> {
  const callback = new URLSearchParams({ code })
  const exchange = { server, client, callback, redirectUrl, codeVerifier, extra: {} }
  const tokens = await exchangeCode({ fetchExternal, clock }, exchange)
  if ('failed' in tokens) return { failed: tokens.reason }
  if (tokens.scopes?.includes('guilds.join') !== true) return { failed: 'the bot may add no one' }
  const authorization = `Bearer ${tokens.accessToken}`
  const user = await call('/users/@me', User, { authorization })
  if ('refused' in user) return { failed: `status ${user.refused}` }
  if ('unavailable' in user) return { failed: user.unavailable }
  const token = { secret: tokens.accessToken, expiresAt: tokens.accessTokenExpiresAt }
  return { account: { ...user.answer, token } }
}

/** Of a member without their token; others join with the role at once. */
async function giveRole(
  call: CallDiscord,
  place: RolePlace,
  { id, token }: { readonly id: string; readonly token: string | null },
): Promise<Given> {
  const added = await call(rolePath(place, id), z.unknown(), { method: 'PUT' })
  if ('answer' in added) return { given: 'held' }
  if ('unavailable' in added) return added
  if (added.code !== codes.unknownMember) return refusal(added)
  if (token === null) return notMember
  const joined = await call(memberPath(place, id), z.unknown(), {
    method: 'PUT',
    body: { access_token: token, roles: [place.roleId] },
  })
  if ('unavailable' in joined) return joined
  if ('refused' in joined) {
    const isStale = joined.code === codes.invalidToken || joined.refused === 401
    return isStale ? notMember : refusal(joined)
  }
  if (joined.answer !== undefined) return { given: 'held' }
  // An empty answer: they joined in between, without the role.
  const again = await call(rolePath(place, id), z.unknown(), { method: 'PUT' })
  if ('refused' in again) return refusal(again)
  return 'answer' in again ? { given: 'held' } : again
}

const notMember = {
  accountMissing:
    'This Discord account isn’t in the server, and it has to be connected again before it can be added.',
} as const

/** From somebody who has left there is nothing to take. */
async function takeRole(
  call: CallDiscord,
  place: RolePlace,
  { id }: { readonly id: string },
): Promise<Taken> {
  const removed = await call(rolePath(place, id), z.unknown(), { method: 'DELETE' })
  if ('answer' in removed) return { taken: true }
  if ('unavailable' in removed) return removed
  const isGone = removed.code !== null && gone.includes(removed.code)
  return isGone ? { taken: true } : refusal(removed)
}

const gone: readonly number[] = [codes.unknownMember, codes.unknownRole, codes.unknownUser]

const memberPath = ({ guildId }: RolePlace, id: string) => `/guilds/${guildId}/members/${id}`

const rolePath = (place: RolePlace, id: string) => `${memberPath(place, id)}/roles/${place.roleId}`

function refusal(answer: ServiceRefusal): AccessRefusal {
  const hint = answer.code === null ? undefined : hints[answer.code]
  const said = inWordsOf('Discord', answer)
  return { refused: hint === undefined ? said : `${hint} ${said}` }
}

const hints: Readonly<Record<number, string>> = {
  [codes.missingPermissions]:
    'The bot may not assign this role. Give it the permission “Manage Roles”, and move its role above this one.',
  [codes.missingAccess]: 'The bot is no longer a member of this Discord server. Add it again.',
  [codes.unknownGuild]: 'The bot is no longer a member of this Discord server. Add it again.',
  [codes.unknownRole]: 'This role no longer exists. Choose another one in the benefit.',
}
