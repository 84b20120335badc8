import type {
  LicenseActivation,
  LicenseKey,
} from '@guildhall/contract/entitlements/license-key-shapes'
import { metadataShown } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { statusOfKey } from '../rules/license-check.ts'
import type { LicenseActivationRow } from '../store/license-activations.ts'
import type { ShownKeyRow } from '../store/license-keys.ts'

interface Shown extends Pick<LicenseKey, 'customer'> {
  readonly key: string
}

type PresentedRow = Omit<ShownKeyRow, 'digest' | 'validUntil'>

export const presentLicenseKey = (row: PresentedRow, { key, customer }: Shown): LicenseKey => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  organizationId: row.organizationId,
  customerId: row.customerId,
  customer,
  benefitId: row.benefitId,
  key,
  displayKey: row.displayKey,
  status: statusOfKey(row),
  limitActivations: row.limitActivations,
  usage: row.usage,
  limitUsage: row.limitUsage,
  validations: row.validations,
  lastValidatedAt: row.lastValidatedAt,
  expiresAt: row.expiresAt,
})

export const presentActivation = (row: LicenseActivationRow): LicenseActivation => ({
  id: row.id,
  licenseKeyId: row.licenseKeyId,
  label: row.label,
  meta: z.parse(metadataShown, row.meta),
  createdAt: row.createdAt,
  modifiedAt: null,
})
