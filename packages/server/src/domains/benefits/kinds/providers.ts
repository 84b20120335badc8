import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { type Discord, openDiscord } from '../../../platform/discord/discord.ts'
import { type GitHubApp, openGitHubApp } from '../../../platform/github/github-app.ts'
import type { ServiceAnswer, ServiceFailure } from '../../../platform/http-client/call-service.ts'
import type { IdentityDeps } from '../../identity/actions/deps.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

export type ProviderDeps = Pick<
  OrganizationDeps,
  'uowFactory' | 'keyring' | 'clock' | 'config' | 'limit'
> &
  Pick<IdentityDeps, 'log' | 'fetchExternal'>

/** The services where some benefits are granted; null where the operator has not set one up. */
export interface Providers {
  readonly discord: Discord | null
  readonly github: GitHubApp | null
}

export const openProviders = (
  deps: Pick<ProviderDeps, 'config' | 'fetchExternal' | 'clock'>,
): Providers => ({ discord: openDiscord(deps), github: openGitHubApp(deps) })

type Loc = readonly string[]

const inType: Loc = ['body', 'type']

export function requireDiscord({ discord }: Providers, loc: Loc = inType): Discord {
  if (discord === null) throw new Problem('discord_not_configured', { loc })
  return discord
}

export function requireGitHub({ github }: Providers, loc: Loc = inType): GitHubApp {
  if (github === null) throw new Problem('github_not_configured', { loc })
  return github
}

const names = { discord: 'Discord', github: 'GitHub' } as const

type Provider = keyof typeof names

/** The answer of a provider, which may be a refusal of its own. */
export const requireAnswer = <T>(
  deps: Pick<ProviderDeps, 'log'>,
  provider: Provider,
  answer: ServiceAnswer<T> | ServiceFailure,
): ServiceAnswer<T> =>
  'unavailable' in answer ? refuseUnavailable(deps, provider, answer) : answer

/** The caller can't do anything about it, so the reason goes to the log for the operator. */
export function refuseUnavailable(
  { log }: Pick<ProviderDeps, 'log'>,
  provider: Provider,
  { unavailable: reason, retryAfterSeconds }: ServiceFailure,
): never {
  log.warn({ service: provider, reason }, 'a benefit provider is unavailable')
  throw new Problem('benefit_provider_unavailable', {
    name: names[provider],
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  })
}

const requestsMax = 60
const windowSeconds = 60

/** All organizations share the server's quota at a provider, so none of them may use it up. */
export const limitProviderRequests = (
  { limit }: Pick<ProviderDeps, 'limit'>,
  organizationId: Id<'organization'>,
): Promise<void> => limit('benefits.providers', requestsMax, windowSeconds, [organizationId])
