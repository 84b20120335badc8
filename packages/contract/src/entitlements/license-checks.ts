import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { customerId } from '../customers/shapes.ts'
import { operation, type RateLimitRule } from '../operation.ts'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { instant, metadata } from '../primitives.ts'
import {
  ActivationWithKey,
  licenseActivationId,
  ValidatedLicenseKey,
} from './license-key-shapes.ts'

const keyLengthMax = 200
const labelLengthMax = 200
const usageMax = 2_147_483_647

/** Shared by the requests of a network. Each key has a limit of its own besides. */
const checkLimit = [
  { requestsMax: 600, windowSeconds: 60, by: 'address', bucket: 'license keys' },
] as const satisfies readonly RateLimitRule[]

const fromApplications = {
  wire: 'billing',
  for: 'anyone',
  tag: 'License keys',
  method: 'POST',
  rateLimit: checkLimit,
} as const

const fromSellers = {
  ...forSellers,
  tag: 'License keys',
  method: 'POST',
  may: 'license_keys:write',
} as const

const key = z.string().check(z.trim(), z.minLength(1), z.maxLength(keyLengthMax))

/** A key as its holder shows it. */
const named = { key, organizationId }
/** Callers with a token may leave the organization out. */
const namedBySeller = { key, organizationId: z.nullish(organizationId) }

const conditions = z._default(metadata, {})

const validation = {
  activationId: z.nullish(licenseActivationId),
  benefitId: z.nullish(benefitId),
  customerId: z.nullish(customerId),
  incrementUsage: z.nullish(z.int().check(z.minimum(0), z.maximum(usageMax))),
  conditions,
}

const activation = {
  label: oneLine(labelLengthMax),
  conditions,
  meta: z._default(metadata, {}),
}

const deactivation = { activationId: licenseActivationId }

const invalidKey = [
  'license_key_unknown',
  'license_key_expired',
  'license_key_disabled',
  'license_key_revoked',
] as const

const validationRefusals = [
  ...invalidKey,
  'license_activation_required',
  'license_condition_mismatch',
  'license_usage_exhausted',
] as const

const activationRefusals = [
  ...invalidKey,
  'license_activation_off',
  'license_activations_exhausted',
] as const

const deactivationRefusals = ['license_key_unknown', 'not_found'] as const

const validates = {
  summary: 'Validate a license key',
  description:
    'Counts the validation and adds `increment_usage` to the usage of the key. The `reason` of a refusal says why the key isn’t valid.',
  returns: ValidatedLicenseKey,
  status: 200,
} as const

export const validateLicenseKey = operation({
  ...fromApplications,
  ...validates,
  name: 'validateLicenseKey',
  path: '/v1/customer-portal/license-keys/validate',
  body: z.object({ ...named, ...validation }),
  refuses: validationRefusals,
})

export const validateLicenseKeyAsSeller = operation({
  ...fromSellers,
  ...validates,
  name: 'validateLicenseKeyAsSeller',
  path: '/v1/license-keys/validate',
  body: z.object({ ...namedBySeller, ...validation }),
  refuses: [...callRefusals, ...placeRefusals, ...validationRefusals],
})

const activates = {
  summary: 'Activate a license key',
  description: 'Takes one of the activations that the key allows.',
  returns: ActivationWithKey,
  status: 200,
} as const

export const activateLicenseKey = operation({
  ...fromApplications,
  ...activates,
  name: 'activateLicenseKey',
  path: '/v1/customer-portal/license-keys/activate',
  body: z.object({ ...named, ...activation }),
  refuses: activationRefusals,
})

export const activateLicenseKeyAsSeller = operation({
  ...fromSellers,
  ...activates,
  name: 'activateLicenseKeyAsSeller',
  path: '/v1/license-keys/activate',
  body: z.object({ ...namedBySeller, ...activation }),
  refuses: [...callRefusals, ...placeRefusals, ...activationRefusals],
})

const deactivates = {
  summary: 'Deactivate a license key',
  description: 'Gives the activation back.',
  returns: null,
  status: 204,
} as const

export const deactivateLicenseKey = operation({
  ...fromApplications,
  ...deactivates,
  name: 'deactivateLicenseKey',
  path: '/v1/customer-portal/license-keys/deactivate',
  body: z.object({ ...named, ...deactivation }),
  refuses: deactivationRefusals,
})

export const deactivateLicenseKeyAsSeller = operation({
  ...fromSellers,
  ...deactivates,
  name: 'deactivateLicenseKeyAsSeller',
  path: '/v1/license-keys/deactivate',
  body: z.object({ ...namedBySeller, ...deactivation }),
  refuses: [...callRefusals, ...placeRefusals, ...deactivationRefusals],
})

/** What an application needs to work without a connection. */
const OfflineLicense = z.object({
  /** A JSON Web Signature in its compact form, signed with Ed25519. */
  license: z.string(),
  expiresAt: instant,
  graceDays: z.int(),
})

export const issueOfflineLicense = operation({
  ...fromApplications,
  name: 'issueOfflineLicense',
  path: '/v1/customer-portal/license-keys/offline-license',
  summary: 'Issue an offline license',
  description:
    'A signed license that an application verifies without a connection, where the benefit allows it. A key that is activated needs the `activation_id`.',
  body: z.object({ ...named, activationId: z.nullish(licenseActivationId), conditions }),
  returns: OfflineLicense,
  status: 200,
  refuses: [
    ...invalidKey,
    'license_activation_required',
    'license_condition_mismatch',
    'license_offline_off',
  ],
})

/** As in RFC 8037. */
const PublicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
  kid: z.string(),
  x: z.string(),
})

export const getLicenseSigningKeys = operation({
  wire: 'billing',
  for: 'anyone',
  tag: 'License keys',
  name: 'getLicenseSigningKeys',
  method: 'GET',
  path: '/v1/organizations/:id/license-signing-keys',
  summary: 'Get the public keys of offline licenses',
  description:
    'A JSON Web Key Set: applications verify the organization’s offline licenses with it.',
  params: z.object({ id: organizationId }),
  returns: z.object({ keys: z.array(PublicKey) }),
  status: 200,
  refuses: ['not_found'],
})
