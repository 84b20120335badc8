import * as z from 'zod/mini'
import { forSellers, personRefusals, placeRefusals } from '../billing/for-sellers.ts'
import { anyOf } from '../billing/listing.ts'
import { endpoint, type RateLimitRule } from '../endpoint.ts'
import { organizationId } from '../organizations/shapes.ts'
import { guildToken } from './inputs.ts'

const pathLengthMax = 2000

/** Every one of these makes this server ask another, in its own name. */
const outsideLimit = [
  { requestsMax: 60, windowSeconds: 60, by: 'caller', bucket: 'connections' },
] as const satisfies readonly RateLimitRule[]

const ofConnections = {
  ...forSellers,
  tag: 'Connections',
  may: 'benefits:connect',
  rateLimit: outsideLimit,
} as const

/** A path of this server. A second slash would make it another host. */
const returnTo = z
  .string()
  .check(
    z.maxLength(pathLengthMax),
    z.regex(/^\/(?![/\\])[\x21\x24-\x5b\x5d-\x7e]*$/, 'Input should be a path of this server'),
  )

const Leaving = z.object({
  /** Where the browser goes on. */
  url: z.string(),
})

/** A browser is told by being sent on, so that nothing is refused here for its form. */
const callbackParameters = z.object({
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
  // Whoever may be here is sent on.
  status: 204,
  refuses: [...personRefusals, 'round_trip_over'],
} as const

export const connectDiscord = endpoint({
  ...ofConnections,
  name: 'connectDiscord',
  method: 'POST',
  path: '/v1/integrations/discord/connections/',
  summary: 'Connect a server at Discord',
  description:
    'Answers where somebody who manages a server at Discord lets the bot in. The browser comes back ' +
    'to `return_to`, where `#guild_token=…` proves the server for an hour, or `#error=…` says why not.',
  body: z.object({ organizationId: z.nullish(organizationId), returnTo }),
  returns: Leaving,
  status: 201,
  idempotent: false,
  refuses: [...personRefusals, ...placeRefusals, 'discord_not_configured'],
})

export const discordCallback = endpoint({
  ...ofCallback,
  name: 'discordCallback',
  path: '/v1/integrations/discord/callback',
  summary: 'Where Discord sends the browser back to',
  description: 'Sends it on to the page that it left from. Works once, in the same session.',
})

export const getDiscordGuild = endpoint({
  ...ofConnections,
  name: 'getDiscordGuild',
  method: 'POST',
  path: '/v1/integrations/discord/guild',
  summary: 'Look a connected server at Discord up',
  description:
    'With its roles, the highest first; those that the bot can’t give are marked with the reason.',
  body: z.object({ organizationId: z.nullish(organizationId), guildToken }),
  returns: z.object({
    id: z.string(),
    name: z.string(),
    /** Whether the bot may manage roles at all. */
    managesRoles: z.boolean(),
    roles: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Of six hexadecimal digits; null for a role without. */
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
    'service_elsewhere_unavailable',
  ],
})

export const connectGitHub = endpoint({
  ...ofConnections,
  name: 'connectGitHub',
  method: 'POST',
  path: '/v1/integrations/github/connections/',
  summary: 'Connect an account at GitHub',
  description:
    'Answers where somebody says at GitHub who they are, or with `install` where they install the ' +
    'app as well. The browser comes back to `return_to`, with `#connected=github` or `#error=…`. The ' +
    'connection holds for an hour, in this session and for this organization.',
  body: z.object({
    organizationId: z.nullish(organizationId),
    returnTo,
    install: z.optional(z.boolean()),
  }),
  returns: Leaving,
  status: 201,
  idempotent: false,
  refuses: [
    ...personRefusals,
    ...placeRefusals,
    'github_not_configured',
    'service_elsewhere_unavailable',
  ],
})

export const gitHubCallback = endpoint({
  ...ofCallback,
  name: 'gitHubCallback',
  path: '/v1/integrations/github/callback',
  summary: 'Where GitHub sends the browser back to',
  description: 'Sends it on to the page that it left from. Works once, in the same session.',
})

export const listGitHubRepositories = endpoint({
  ...ofConnections,
  name: 'listGitHubRepositories',
  method: 'GET',
  path: '/v1/integrations/github/repositories',
  summary: 'List the repositories of a connected account at GitHub',
  description:
    'Those that the app is installed for and the account sees. Without a connection `login` is null ' +
    'and the list is empty.',
  query: z.object({ organizationId: anyOf(organizationId) }),
  returns: z.object({
    login: z.nullable(z.string()),
    repositories: z.array(
      z.object({
        repositoryOwner: z.string(),
        repositoryName: z.string(),
        /** Why it can’t be given; null for one that can. */
        obstacle: z.nullable(z.enum(['personal', 'public', 'not_administrator', 'app_powerless'])),
      }),
    ),
    /** Whether there are more than are listed. */
    hasMore: z.boolean(),
  }),
  status: 200,
  refuses: [
    ...personRefusals,
    'organization_id_missing',
    'several_organizations',
    'github_not_configured',
    'service_elsewhere_unavailable',
  ],
})
