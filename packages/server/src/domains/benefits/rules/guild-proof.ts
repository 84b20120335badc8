import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

/** What a genuine token of this organization says: somebody let the bot into this guild. */
export interface GuildProof {
  readonly guildId: string
  readonly by: ByRoundTrip | ByBenefit
}

/** From the way to Discord and back; it is good for a while. */
interface ByRoundTrip {
  readonly until: Date
}

/** From a benefit, which says so as long as it lives and stands for the same guild. */
interface ByBenefit {
  readonly benefitId: Id<'benefit'>
}

interface ProofFacts {
  readonly proof: GuildProof | null
  /** Which guild the proving benefit stands for; null where there is none such. */
  readonly guildOfBenefit: string | null
  readonly now: Date
  /** Where the token stands in the request. */
  readonly loc: readonly string[]
}

type ProofRefusal = Refusal<'discord_guild_token_invalid' | 'discord_guild_token_expired'>

/** The guild that is proved. */
export function decideGuild({
  proof,
  guildOfBenefit,
  now,
  loc,
}: ProofFacts): { readonly guildId: string } | ProofRefusal {
  if (proof === null) return refuse('discord_guild_token_invalid', { loc })
  const { guildId, by } = proof
  if ('until' in by) {
    return by.until > now ? { guildId } : refuse('discord_guild_token_expired', { loc })
  }
  return guildOfBenefit === guildId ? { guildId } : refuse('discord_guild_token_invalid', { loc })
}
