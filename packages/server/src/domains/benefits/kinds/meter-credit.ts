import { BenefitContent } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { lockMetersForShare } from '../../metering/store/meters.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import {
  type BenefitKind,
  type InputOf,
  type StoredContent,
  type ValidationContext,
} from './benefit-kind.ts'

const storedProperties = z.record(z.string(), z.unknown())

export const meterCreditKind: BenefitKind<'meter_credit'> = {
  validate: async (context, properties) =>
    decideMeterCredit(properties, await gatherMeterFacts(context, properties)),
  describe: ({ type, properties, meterId }) =>
    z.parse(BenefitContent, {
      type,
      properties: { ...z.parse(storedProperties, properties), meterId },
    }),
  preview: (properties) => properties,
}

interface MeterFacts {
  /** The requested meter, if it belongs to the organization. */
  readonly meterIds: readonly Id<'meter'>[]
  /** It can’t be chosen, but a benefit that credits it already keeps it. */
  readonly isArchived: boolean
  readonly usesUsageBilling: boolean
}

async function gatherMeterFacts(
  { tx, organizationId, meterId: current }: ValidationContext,
  { meterId }: InputOf<'meter_credit'>,
): Promise<MeterFacts> {
  const organization = await findOrganization(tx, organizationId)
  assert(organization !== undefined, 'the caller acts for this organization')
  const meters = await lockMetersForShare(tx, organizationId, [meterId])
  return {
    meterIds: meters.map(({ id }) => id),
    isArchived: meterId !== current && meters.some(({ isArchived }) => isArchived),
    usesUsageBilling: organization.usageBasedBillingEnabled,
  }
}

export function decideMeterCredit(
  { units, rollover, meterId }: InputOf<'meter_credit'>,
  { meterIds, isArchived, usesUsageBilling }: MeterFacts,
):
  | StoredContent
  | Refusal<'benefit_meter_unknown' | 'benefit_meter_archived' | 'benefit_usage_off'> {
  const loc = ['body', 'properties', 'meter_id']
  if (!usesUsageBilling) return refuse('benefit_usage_off', { loc })
  if (!meterIds.includes(meterId)) return refuse('benefit_meter_unknown', { loc })
  if (isArchived) return refuse('benefit_meter_archived', { loc })
  return { properties: { units, rollover }, meterId, files: null }
}
