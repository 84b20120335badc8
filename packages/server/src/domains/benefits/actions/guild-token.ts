import { type Id, id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { GuildProof } from '../rules/guild-proof.ts'

interface Proved {
  readonly organizationId: Id<'organization'>
  readonly proof: GuildProof
}

/**
 * What a seller shows to use a guild: that somebody let the bot in on behalf of this organization.
 * It's signed and not sealed, because there is nothing in it to hide, and that way a benefit shows
 * the same one each time.
 */
export function guildToken(
  keyring: Pick<Keyring, 'sign'>,
  { organizationId, proof }: Proved,
): string {
  const by = 'until' in proof.by ? String(proof.by.until.getTime()) : proof.by.benefitId
  const { keyId, mac } = keyring.sign(messageOf(organizationId, proof.guildId, by))
  return [proof.guildId, by, keyId, mac.toString('base64url')].join('.')
}

const tokenShape = /^(\d{1,20})\.([\da-f-]{1,36})\.([\da-f]{8})\.([\w-]{43})$/

/** Null for what isn't genuine, or another organization's. */
export function readGuildToken(
  keyring: Pick<Keyring, 'verify'>,
  organizationId: Id<'organization'>,
  token: string,
): GuildProof | null {
  const [, guildId = '', by = '', keyId = '', mac = ''] = tokenShape.exec(token) ?? []
  const signature = { keyId, mac: Buffer.from(mac, 'base64url') }
  if (!keyring.verify(messageOf(organizationId, guildId, by), signature)) return null
  const benefitId = z.safeParse(id('benefit'), by)
  return {
    guildId,
    by: benefitId.success ? { benefitId: benefitId.data } : { until: new Date(Number(by)) },
  }
}

const messageOf = (organizationId: string, guildId: string, by: string): readonly string[] => [
  'discord-guild',
  organizationId,
  guildId,
  by,
]
