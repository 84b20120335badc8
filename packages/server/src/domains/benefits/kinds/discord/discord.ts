import { BenefitContent } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import type { DiscordGuild } from '../../../../platform/discord/discord.ts'
import { findBenefitIn } from '../../store/benefits.ts'
import {
  type BenefitKind,
  type ContentRefusal,
  type ExternalTarget,
  type InputOf,
  propertiesOnly,
  type StoredContent,
  unverifiedTarget,
  type VerificationContext,
} from '../benefit-kind.ts'
import {
  limitProviderRequests,
  type ProviderDeps,
  type Providers,
  refuseUnavailable,
  requireAnswer,
  requireDiscord,
} from '../providers.ts'
import { decideGuild, type GuildProof, guildToken, readGuildToken } from './guild-token.ts'
import { decideRole } from './roles.ts'

const storedProperties = z.looseObject({ guildId: z.string() })

/** A role in a guild, which Discord's users call a server. */
export const discordKind: BenefitKind<'discord'> = {
  verifyWithProvider: verifyRole,
  validate: async ({ target }, properties) => discordContent(properties, target),
  describe: ({ organizationId, id: benefitId, type, properties }, keyring) => {
    const stored = z.parse(storedProperties, properties)
    const proof = { guildId: stored.guildId, by: { benefitId } }
    const token = guildToken(keyring, { organizationId, proof })
    return z.parse(BenefitContent, { type, properties: { ...stored, guildToken: token } })
  },
  // Tokens of one guild may differ; the one that the benefit returned is for the same guild.
  preview: (properties, current) => ({
    guildId: current.type === 'discord' && current.properties.guildId,
    ...properties,
  }),
}

export const discordContent = (
  { roleId }: InputOf<'discord'>,
  target: ExternalTarget | null,
): StoredContent | ContentRefusal =>
  target !== null && 'guildId' in target
    ? propertiesOnly({ guildId: target.guildId, roleId })
    : unverifiedTarget

async function verifyRole(
  { deps, providers, organizationId }: VerificationContext,
  { guildToken: token, roleId }: InputOf<'discord'>,
): Promise<ExternalTarget> {
  requireDiscord(providers)
  const loc = ['body', 'properties', 'guild_token']
  const guild = await fetchProvenGuild(deps, providers, { organizationId, token, loc })
  accept(decideRole(guild, roleId))
  return { guildId: guild.id }
}

interface PresentedToken {
  readonly organizationId: Id<'organization'>
  readonly token: string
  /** The place of the token in the request. */
  readonly loc: readonly string[]
}

/** The guild of a token, if the token is valid and the bot is a member. */
export async function fetchProvenGuild(
  deps: ProviderDeps,
  providers: Providers,
  { organizationId, token, loc }: PresentedToken,
): Promise<DiscordGuild> {
  const proof = readGuildToken(deps.keyring, organizationId, token)
  const guildOfBenefit = await findGuildOfBenefit(deps, organizationId, proof)
  const now = deps.clock.now()
  const { guildId } = accept(decideGuild({ proof, guildOfBenefit, now, loc }))
  await limitProviderRequests(deps, organizationId)
  const fetched = await requireDiscord(providers, loc).guild(guildId)
  const answer = requireAnswer(deps, 'discord', fetched)
  if ('answer' in answer) return answer.answer
  if (notMemberStatuses.includes(answer.refused)) throw new Problem('discord_guild_closed', { loc })
  return refuseUnavailable(deps, 'discord', {
    unavailable: `status ${answer.refused}`,
    retryAfterSeconds: null,
  })
}

/** How Discord answers for guilds that the bot is not a member of. */
const notMemberStatuses: readonly number[] = [403, 404]

async function findGuildOfBenefit(
  { uowFactory }: ProviderDeps,
  organizationId: Id<'organization'>,
  proof: GuildProof | null,
): Promise<string | null> {
  if (proof === null || !('benefitId' in proof.by)) return null
  const { kysely } = uowFactory.database
  const benefit = await findBenefitIn(kysely, [organizationId], proof.by.benefitId)
  return benefit?.type === 'discord' ? z.parse(storedProperties, benefit.properties).guildId : null
}
