import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { Customer, customerId } from '../customers/shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant, metadataShown } from '../primitives.ts'

export const licenseKeyStatuses = ['granted', 'revoked', 'disabled'] as const
export type LicenseKeyStatus = (typeof licenseKeyStatuses)[number]

export const licenseKeyId = id('licenseKey')
export const licenseActivationId = id('licenseActivation')

export const LicenseKey = z.object({
  id: licenseKeyId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  organizationId,
  customerId,
  customer: Customer,
  benefitId,
  key: z.string(),
  displayKey: z.string(),
  status: z.enum(licenseKeyStatuses),
  /** Null where keys of the benefit aren’t activated. */
  limitActivations: z.nullable(z.int()),
  usage: z.int(),
  limitUsage: z.nullable(z.int()),
  validations: z.int(),
  lastValidatedAt: z.nullable(instant),
  expiresAt: z.nullable(instant),
})
export type LicenseKey = z.output<typeof LicenseKey>

/** In the seller’s list. */
export const ListedLicenseKey = z.extend(LicenseKey, { activationsCount: z.int() })
export type ListedLicenseKey = z.output<typeof ListedLicenseKey>

/** One installation that uses a key. */
export const LicenseActivation = z.object({
  id: licenseActivationId,
  licenseKeyId,
  label: z.string(),
  meta: metadataShown,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
})
export type LicenseActivation = z.output<typeof LicenseActivation>

export const ActivationWithKey = z.extend(LicenseActivation, { licenseKey: LicenseKey })

export const LicenseKeyWithActivations = z.extend(LicenseKey, {
  activations: z.array(LicenseActivation),
})
export type LicenseKeyWithActivations = z.output<typeof LicenseKeyWithActivations>

export const ValidatedLicenseKey = z.extend(LicenseKey, {
  activation: z.nullable(LicenseActivation),
})
export type ValidatedLicenseKey = z.output<typeof ValidatedLicenseKey>
