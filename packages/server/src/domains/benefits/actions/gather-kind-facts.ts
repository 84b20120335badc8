import type { BenefitProperties } from '@guildhall/contract/benefits/inputs'
import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { holdFilesOf } from '../../files/index.ts'
import { findMetersOf } from '../../metering/index.ts'
import { findOrganization } from '../../organizations/index.ts'
import type { Elsewhere, KindFacts } from '../rules/benefit-kind.ts'

/** What has to be known here of what is asked; what others had to say was found out before. */
export async function gatherKindFacts(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  asked: BenefitProperties,
  elsewhere: Elsewhere | null,
): Promise<KindFacts> {
  const none: KindFacts = { elsewhere, files: [], meterIds: [], usesUsageBilling: false }
  if (asked.type === 'downloadables') {
    return { ...none, files: await holdFilesOf(tx, organizationId, asked.properties.files) }
  }
  if (asked.type !== 'meter_credit') return none
  const organization = await findOrganization(tx, organizationId)
  assert(organization !== undefined, 'whoever acts for it found it')
  const meters = await findMetersOf(tx, organizationId, [asked.properties.meterId])
  return {
    ...none,
    meterIds: meters.map(({ id }) => id),
    usesUsageBilling: organization.usageBasedBillingEnabled,
  }
}
