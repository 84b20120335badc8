import { Benefit, BenefitKind } from '@guildhall/contract/benefits/shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { BenefitRow } from '../store/benefits.ts'
import { guildToken } from './guild-token.ts'
import type { BenefitParts } from './parts.ts'

type Parts = Pick<BenefitParts, 'keyring'>

const metadataShape = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const presentBenefit = (parts: Parts, row: BenefitRow): Benefit => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  description: row.description,
  selectable: row.selectable,
  deletable: row.deletable,
  organizationId: row.organizationId,
  metadata: z.parse(metadataShape, row.metadata),
  ...kindOf(parts, row),
})

const keptDiscord = z.object({ guildId: z.string() })

function kindOf({ keyring }: Parts, { type, properties, ...row }: BenefitRow): BenefitKind {
  const kept = z.parse(z.record(z.string(), z.unknown()), properties)
  switch (type) {
    case 'discord': {
      const { organizationId, id: benefitId } = row
      const { guildId } = z.parse(keptDiscord, kept)
      const token = guildToken(keyring, { organizationId, proof: { guildId, by: { benefitId } } })
      return z.parse(BenefitKind, { type, properties: { ...kept, guildToken: token } })
    }
    case 'downloadables':
      return z.parse(BenefitKind, { type, properties: filesShown(row) })
    case 'meter_credit':
      return z.parse(BenefitKind, { type, properties: { ...kept, meterId: row.meterId } })
    default:
      return z.parse(BenefitKind, { type, properties: kept })
  }
}

const filesShown = ({ files }: Pick<BenefitRow, 'files'>) => ({
  files: files.map(({ fileId }) => fileId),
  archived: Object.fromEntries(
    files.flatMap(({ fileId, archived }) => (archived === null ? [] : [[fileId, archived]])),
  ),
})

const codec = wireCodec(Benefit, 'billing')

/** What happened to a benefit, with the benefit as of then: what webhooks send. */
export function benefitEvent(
  parts: Parts,
  action: 'created' | 'updated',
  row: BenefitRow,
): NewEvent {
  const shown = codec.encode(presentBenefit(parts, row))
  const payload = encodedText(shown)
  return {
    name: `benefit.${action}`,
    organizationId: row.organizationId,
    object: { type: 'benefit', id: row.id, version: row.version },
    payload,
  }
}
