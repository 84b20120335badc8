import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { type Discord, openDiscord } from '../../../platform/discord/discord.ts'
import { type GitHubApp, openGitHubApp } from '../../../platform/github/github-app.ts'
import type { ServiceAnswer, ServiceFailure } from '../../../platform/http-client/ask-service.ts'
import type { BenefitParts } from '../actions/parts.ts'

/** The services where some benefits act. Null where the operator hasn't set one up. */
export interface Elsewhere {
  readonly discord: Discord | null
  readonly github: GitHubApp | null
}

export const openElsewhere = (
  parts: Pick<BenefitParts, 'config' | 'outside' | 'clock'>,
): Elsewhere => ({ discord: openDiscord(parts), github: openGitHubApp(parts) })

type Loc = readonly string[]

const inType: Loc = ['body', 'type']

export function discordOf({ discord }: Elsewhere, loc: Loc = inType): Discord {
  if (discord === null) throw new Problem('discord_not_configured', { loc })
  return discord
}

export function githubOf({ github }: Elsewhere, loc: Loc = inType): GitHubApp {
  if (github === null) throw new Problem('github_not_configured', { loc })
  return github
}

const names = { discord: 'Discord', github: 'GitHub' } as const

/** What a service said, its own "no" included, or the news that it's of no use. */
export function heard<T>(
  parts: Pick<BenefitParts, 'log'>,
  service: Service,
  said: ServiceAnswer<T> | ServiceFailure,
): ServiceAnswer<T> {
  return 'unavailable' in said ? useless(parts, service, said) : said
}

type Service = keyof typeof names

/** That's nobody's fault here, but whoever runs this should know why. */
export function useless(
  { log }: Pick<BenefitParts, 'log'>,
  service: Service,
  { unavailable: reason, retryAfterSeconds }: ServiceFailure,
): never {
  log.warn({ service, reason }, 'a service elsewhere is of no use at the moment')
  throw new Problem('service_elsewhere_unavailable', {
    name: names[service],
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  })
}

const asksMax = 60
const windowSeconds = 60

/** All organizations share what the server may ask elsewhere, so none of them may use it up. */
export const countAsk = (
  { limit }: Pick<BenefitParts, 'limit'>,
  organizationId: Id<'organization'>,
): Promise<void> => limit('benefits.elsewhere', asksMax, windowSeconds, [organizationId])
