import { type Id, id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'
import type { Keyring } from '../../../../platform/crypto/keyring.ts'

/** What a genuine guild token of an organization proves: someone added the bot to this guild. */
export interface GuildProof {
  readonly guildId: string
  readonly by: RedirectProof | BenefitProof
}

/** From an authorization at Discord; valid for a while. */
interface RedirectProof {
  readonly until: Date
}

/** From a benefit; valid as long as the benefit exists and has the same guild. */
interface BenefitProof {
  readonly benefitId: Id<'benefit'>
}

interface GuildClaim {
  readonly organizationId: Id<'organization'>
  readonly proof: GuildProof
}

/** Signed rather than encrypted, so that a benefit always returns the same token. */
export function guildToken(
  keyring: Pick<Keyring, 'sign'>,
  { organizationId, proof }: GuildClaim,
): string {
  const by = 'until' in proof.by ? String(proof.by.until.getTime()) : proof.by.benefitId
  const { keyId, mac } = keyring.sign(signedParts(organizationId, proof.guildId, by))
  return [proof.guildId, by, keyId, mac.toString('base64url')].join('.')
}

const tokenShape = /^(\d{1,20})\.([\da-f-]{1,36})\.([\da-f]{8})\.([\w-]{43})$/

/** Null for a token that is not genuine or belongs to another organization. */
export function readGuildToken(
  keyring: Pick<Keyring, 'verify'>,
  organizationId: Id<'organization'>,
  token: string,
): GuildProof | null {
  const [, guildId = '', by = '', keyId = '', mac = ''] = tokenShape.exec(token) ?? []
  const signature = { keyId, mac: Buffer.from(mac, 'base64url') }
  if (!keyring.verify(signedParts(organizationId, guildId, by), signature)) return null
  const benefitId = z.safeParse(id('benefit'), by)
  return {
    guildId,
    by: benefitId.success ? { benefitId: benefitId.data } : { until: new Date(Number(by)) },
  }
}

const signedParts = (organizationId: string, guildId: string, by: string): readonly string[] => [
  'discord-guild',
  organizationId,
  guildId,
  by,
]

interface ProofFacts {
  readonly proof: GuildProof | null
  /** The guild of the benefit that the proof names; null where there is no such benefit. */
  readonly guildOfBenefit: string | null
  readonly now: Date
  /** The place of the token in the request. */
  readonly loc: readonly string[]
}

type ProofRefusal = Refusal<'discord_guild_token_invalid' | 'discord_guild_token_expired'>

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
