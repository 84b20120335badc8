import { expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { decideGuild, type GuildProof } from './guild-proof.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = new Date(now.getTime() + 1)
const loc = ['body']
const byTrip = (until: Date): GuildProof => ({ guildId: '7', by: { until } })
const byBenefit: GuildProof = { guildId: '7', by: { benefitId: newId('benefit') } }

it.each<[string, GuildProof | null, string | null, string]>([
  ['nothing', null, null, 'discord_guild_token_invalid'],
  ['a trip just now', byTrip(later), null, '7'],
  ['a trip long ago', byTrip(now), null, 'discord_guild_token_expired'],
  ['a benefit that is there', byBenefit, '7', '7'],
  ['a benefit that is gone', byBenefit, null, 'discord_guild_token_invalid'],
  ['a benefit of another guild', byBenefit, '8', 'discord_guild_token_invalid'],
])('what is proved by %s', (_what, proof, guildOfBenefit, expected) => {
  const decided = decideGuild({ proof, guildOfBenefit, now, loc })
  expect('guildId' in decided ? decided.guildId : decided.refused).toBe(expected)
})
