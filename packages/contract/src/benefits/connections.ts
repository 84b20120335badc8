import * as z from 'zod/mini'
import { forSellers, personRefusals, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf } from '../billing/listing.ts'
import { operation, type RateLimitRule } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { isReturnPath } from '../return-path.ts'
import { guildToken } from './inputs.ts'

const pathLengthMax = 2000

/** Each of these operations makes the server call a provider. */
const providerLimit = [
  { requestsMax: 60, windowSeconds: 60, by: 'caller', bucket: 'connections' },
] as const satisfies readonly RateLimitRule[]

const ofConnections = {
  ...forSellers,
  tag: 'Connections',
  may: 'benefits:connect',
  rateLimit: providerLimit,
} as const

const notAPath = 'Input should be a path on this server'

/** A path on this server, without the fragment, which is appended. */
export const returnTo = z
  .string()
  .check(
    z.maxLength(pathLengthMax),
    z.regex(/^[\x21\x24-\x7e]*$/, { error: notAPath, abort: true }),
    z.refine(isReturnPath, notAPath),
  )

export const Redirect = z.object({
  /** The provider’s page that the browser must open. */
  url: z.string(),
})

/** Unvalidated, because browsers get errors by redirect rather than as a response. */
export const callbackParameters = z.object({
  code: z.optional(z.unknown()),
  state: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  iss: z.optional(z.unknown()),
})

const ofCallback = {
  ...ofConnections,
  method: 'GET',
  query: callbackParameters,
  returns: null,
  // An accepted callback redirects.
  status: 204,
  refuses: [...personRefusals, 'oauth_state_invalid'],
} as const

export const connectDiscord = operation({
  ...ofConnections,
  name: 'connectDiscord',
  method: 'POST',
  path: '/v1/integrations/discord/connections/',
  summary: 'Connect a Discord server',
  description:
    'Returns the Discord page where a server manager adds the bot. The browser returns to ' +
    '`return_to` with `#guild_token=…`, which is valid for an hour, or with `#error=…`.',
  body: z.object({ organizationId: z.nullish(organizationId), returnTo }),
  returns: Redirect,
  status: 201,
  idempotent: false,
  refuses: [...personRefusals, ...placeRefusals, 'discord_not_configured'],
})

export const discordCallback = operation({
  ...ofCallback,
  name: 'discordCallback',
  path: '/v1/integrations/discord/callback',
  summary: 'Handle the Discord callback',
  description:
    'Redirects to the page that started the connection. Works once, in the same session.',
})

export const getDiscordGuild = operation({
  ...ofConnections,
  name: 'getDiscordGuild',
  method: 'POST',
  path: '/v1/integrations/discord/guild',
  summary: 'Get a connected Discord server',
  description:
    'Includes its roles, the highest first; `obstacle` says why the bot can’t assign a role.',
  body: z.object({ organizationId: z.nullish(organizationId), guildToken }),
  returns: z.object({
    id: z.string(),
    name: z.string(),
    /** Whether the bot has the permission to manage roles. */
    managesRoles: z.boolean(),
    roles: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Six hexadecimal digits; null for a role without a color. */
        color: z.nullable(z.string()),
        obstacle: z.nullable(z.enum(['managed', 'too_high'])),
      }),
    ),
  }),
  status: 200,
  idempotent: false,
  refuses: [
    ...personRefusals,
    ...placeRefusals,
    'discord_not_configured',
    'discord_guild_token_invalid',
    'discord_guild_token_expired',
    'discord_guild_closed',
    'benefit_provider_unavailable',
  ],
})

export const connectGitHub = operation({
  ...ofConnections,
  name: 'connectGitHub',
  method: 'POST',
  path: '/v1/integrations/github/connections/',
  summary: 'Connect a GitHub account',
  description:
    'Returns the GitHub page where the person authorizes the app, and with `install` installs ' +
    'it too. The browser returns to `return_to` with `#connected=github` or `#error=…`. The ' +
    'connection lasts an hour, in this session and for this organization.',
  body: z.object({
    organizationId: z.nullish(organizationId),
    returnTo,
    install: z.optional(z.boolean()),
  }),
  returns: Redirect,
  status: 201,
  idempotent: false,
  refuses: [
    ...personRefusals,
    ...placeRefusals,
    'github_not_configured',
    'benefit_provider_unavailable',
  ],
})

export const gitHubCallback = operation({
  ...ofCallback,
  name: 'gitHubCallback',
  path: '/v1/integrations/github/callback',
  summary: 'Handle the GitHub callback',
  description:
    'Redirects to the page that started the connection. Works once, in the same session.',
})

export const listGitHubRepositories = operation({
  ...ofConnections,
  name: 'listGitHubRepositories',
  method: 'GET',
  path: '/v1/integrations/github/repositories',
  summary: 'List the repositories of a connected GitHub account',
  description:
    'Repositories that the app is installed for and the account can see. Without a connection ' +
    '`login` is null and the list is empty.',
  query: z.object({ organizationId: anyOf(organizationId) }),
  returns: z.object({
    login: z.nullable(z.string()),
    repositories: z.array(
      z.object({
        repositoryOwner: z.string(),
        repositoryName: z.string(),
        /** Why it can’t be offered as a benefit; null if it can. */
        obstacle: z.nullable(z.enum(['personal', 'public', 'not_administrator', 'app_powerless'])),
      }),
    ),
    /** Whether there are more repositories than listed. */
    hasMore: z.boolean(),
  }),
  status: 200,
  refuses: [
    ...personRefusals,
    'organization_id_missing',
    'several_organizations',
    'github_not_configured',
    'benefit_provider_unavailable',
  ],
})
