import type { CustomerState } from '@guildhall/contract/customers/state'
import {
  type BareBenefitGrant,
  type BenefitGrant,
  type BenefitGrantWithBenefit,
  grantProperties,
  grantStatuses,
} from '@guildhall/contract/entitlements/grant-shapes'
import { metadataShown } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { GrantRow } from '../store/grants.ts'
import type { HeldBenefitRow } from '../store/held-benefits.ts'

// Made once: making a schema takes longer than presenting a grant.
const grantStatus = z.enum(grantStatuses)
const previousProperties = z.nullable(grantProperties)

/** The objects that it embeds, already presented. */
type Shown = Pick<BenefitGrant, 'customer' | 'benefit'>

export const presentGrant = (row: GrantRow, shown: Shown): BenefitGrant => ({
  ...presentBareGrant(row),
  ...shown,
})

export const presentBareGrant = (row: GrantRow): z.output<typeof BareBenefitGrant> => ({
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  id: row.id,
  grantedAt: row.grantedAt,
  isGranted: row.status === 'granted',
  revokedAt: row.revokedAt,
  isRevoked: row.status === 'revoked',
  subscriptionId: row.subscriptionId,
  orderId: row.orderId,
  customerId: row.customerId,
  benefitId: row.benefitId,
  error: presentError(row),
  properties: z.parse(grantProperties, row.properties),
  status: z.parse(grantStatus, row.status),
})

function presentError({ errorType, errorMessage, errorAt }: GrantRow): BenefitGrant['error'] {
  if (errorType === null || errorMessage === null || errorAt === null) return null
  return { type: errorType, message: errorMessage, timestamp: errorAt }
}

export const presentHeldBenefit = (
  row: HeldBenefitRow,
): CustomerState['grantedBenefits'][number] => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  grantedAt: row.grantedAt,
  benefitId: row.benefitId,
  benefitType: row.benefitType,
  benefitMetadata: z.parse(metadataShown, row.benefitMetadata),
  properties: z.parse(grantProperties, row.properties),
})

export const presentGrantWithBenefit = (row: GrantRow, shown: Shown): BenefitGrantWithBenefit => ({
  ...presentGrant(row, shown),
  previousProperties: z.parse(previousProperties, row.previousProperties),
})
