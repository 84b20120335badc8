import type { BenefitProperties } from '@guildhall/contract/benefits/inputs'
import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { GuildSeen } from '../../../platform/discord/discord.ts'
import { personOf, type Seller } from '../../organizations/index.ts'
import { gitHubConnectionOf } from '../actions/github-connection.ts'
import { readGuildToken } from '../actions/guild-token.ts'
import type { BenefitParts } from '../actions/parts.ts'
import { presentBenefit } from '../actions/present-benefit.ts'
import type { AskedOf, Elsewhere as FoundOut } from '../rules/benefit-kind.ts'
import { decideRole } from '../rules/discord-roles.ts'
import { decideRepository } from '../rules/github-repositories.ts'
import { decideGuild, type GuildProof } from '../rules/guild-proof.ts'
import { findBenefitIn } from '../store/benefits.ts'
import { countAsk, discordOf, type Elsewhere, githubOf, heard, useless } from './elsewhere.ts'

interface Asking {
  readonly caller: Seller
  readonly organizationId: Id<'organization'>
}

/**
 * What others have to say to what is asked of a benefit, before there is any transaction: that it
 * may be given. Null for types that are nobody else's business.
 */
export async function askElsewhere(
  parts: BenefitParts,
  elsewhere: Elsewhere,
  by: Asking,
  asked: BenefitProperties,
): Promise<FoundOut | null> {
  switch (asked.type) {
    case 'discord':
      return askDiscord(parts, elsewhere, by, asked)
    case 'github_repository':
      return askGitHub(parts, elsewhere, by, asked)
    default:
      return null
  }
}

async function askDiscord(
  parts: BenefitParts,
  elsewhere: Elsewhere,
  { organizationId }: Asking,
  { properties: { guildToken: token, roleId } }: AskedOf<'discord'>,
): Promise<FoundOut> {
  discordOf(elsewhere)
  const loc = ['body', 'properties', 'guild_token']
  const guild = await provedGuild(parts, elsewhere, { organizationId, token, loc })
  accept(decideRole(guild, roleId))
  return { guildId: guild.id }
}

interface Shown {
  readonly organizationId: Id<'organization'>
  readonly token: string
  readonly loc: readonly string[]
}

/** The guild of a token, if the token is good and the bot is in. */
export async function provedGuild(
  parts: BenefitParts,
  elsewhere: Elsewhere,
  { organizationId, token, loc }: Shown,
): Promise<GuildSeen> {
  const proof = readGuildToken(parts.keyring, organizationId, token)
  const guildOfBenefit = await guildOfProof(parts, organizationId, proof)
  const now = parts.clock.now()
  const { guildId } = accept(decideGuild({ proof, guildOfBenefit, now, loc }))
  await countAsk(parts, organizationId)
  const said = heard(parts, 'discord', await discordOf(elsewhere, loc).guild(guildId))
  if ('answer' in said) return said.answer
  if (closedStatuses.includes(said.refused)) throw new Problem('discord_guild_closed', { loc })
  return useless(parts, 'discord', {
    unavailable: `status ${said.refused}`,
    retryAfterSeconds: null,
  })
}

/** What Discord says of guilds that the bot isn't in. */
const closedStatuses: readonly number[] = [403, 404]

async function guildOfProof(
  parts: BenefitParts,
  organizationId: Id<'organization'>,
  proof: GuildProof | null,
): Promise<string | null> {
  if (proof === null || !('benefitId' in proof.by)) return null
  const { kysely } = parts.workshop.database
  const benefit = await findBenefitIn(kysely, [organizationId], proof.by.benefitId)
  if (benefit === undefined) return null
  const known = presentBenefit(parts, benefit)
  return known.type === 'discord' ? known.properties.guildId : null
}

async function askGitHub(
  parts: BenefitParts,
  elsewhere: Elsewhere,
  { caller, organizationId }: Asking,
  { properties: { repositoryOwner, repositoryName } }: AskedOf<'github_repository'>,
): Promise<FoundOut> {
  const github = githubOf(elsewhere)
  const loc = ['body', 'type']
  if (caller.kind === 'token') throw new Problem('github_person_required', { loc })
  const sessionId = personOf(caller).session.id
  const connection = await gitHubConnectionOf(parts, { organizationId, sessionId })
  if (connection === null) throw new Problem('github_not_connected', { loc })
  await countAsk(parts, organizationId)
  const wanted = { owner: repositoryOwner, name: repositoryName }
  const said = heard(parts, 'github', await github.repository(connection.accessToken, wanted))
  if ('refused' in said) {
    if (said.refused === 401) throw new Problem('github_not_connected', { loc })
    throw new Problem('github_repository_unknown', {
      loc: ['body', 'properties', 'repository_name'],
    })
  }
  accept(decideRepository(said.answer))
  const { owner, name } = said.answer
  return { repositoryOwner: owner, repositoryName: name }
}
