import { expect, it } from 'vitest'
import { newId } from '../../../../platform/ids.ts'
import { decideGuild, type GuildProof } from './guild-token.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = new Date(now.getTime() + 1)
const loc = ['body']
const byRedirect = (until: Date): GuildProof => ({ guildId: '7', by: { until } })
const byBenefit: GuildProof = { guildId: '7', by: { benefitId: newId('benefit') } }

it.each<[string, GuildProof | null, string | null, string]>([
  ['that is not genuine is refused', null, null, 'discord_guild_token_invalid'],
  ['of a recent redirect proves its guild', byRedirect(later), null, '7'],
  ['of an expired redirect is refused', byRedirect(now), null, 'discord_guild_token_expired'],
  ['of an existing benefit proves its guild', byBenefit, '7', '7'],
  ['of a deleted benefit is refused', byBenefit, null, 'discord_guild_token_invalid'],
  ['of a benefit with another guild now is refused', byBenefit, '8', 'discord_guild_token_invalid'],
])('a token %s', (_title, proof, guildOfBenefit, expected) => {
  const decided = decideGuild({ proof, guildOfBenefit, now, loc })
  expect('guildId' in decided ? decided.guildId : decided.refused).toBe(expected)
})
