import type { issueOfflineLicense as contract } from '@guildhall/contract/entitlements/license-checks'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { makeSigningKeyPair, signClaims } from '../../../platform/crypto/ed25519.ts'
import { follower } from '../../../platform/follower.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { digestOf, termsOfKey } from '../kinds/license-keys.ts'
import { decideActivationUse, decideKey } from '../rules/license-check.ts'
import { decideOfflineLicense, type OfflineLicense } from '../rules/offline-license.ts'
import { findActivations } from '../store/license-activations.ts'
import { findLicenseKeyIn, lockShownKeys, type ShownKeyRow } from '../store/license-keys.ts'
import { findSigningKey, insertSigningKey } from '../store/license-signing-keys.ts'
import type { EntitlementDeps, LicenseDeps } from './deps.ts'

type Deps = Pick<LicenseDeps, 'keyring' | 'config'>

interface Issued extends OfflineLicense {
  readonly license: string
}

export async function issueOfflineLicense(
  uow: UnitOfWork,
  { keyring, config }: Deps,
  { organizationId, key, activationId, conditions }: BodyOf<typeof contract>,
): Promise<Issued> {
  const { tx, now } = uow
  const [found] = await lockShownKeys(tx, organizationId, [digestOf(key)])
  const row = accept(decideKey(found, now))
  const activation = await findActivationOf(uow, row, activationId ?? null)
  accept(decideActivationUse({ activation, conditions }))
  const terms = await findTerms(uow, row)
  const offline = accept(decideOfflineLicense(terms, { expiresAt: row.expiresAt, now }))
  const signing = await findSigningKey(tx, organizationId)
  const [customer] = await findCustomersByIds(tx, organizationId, [row.customerId])
  assert(signing !== undefined, 'made with the first benefit that allows offline licenses')
  assert(customer !== undefined, 'customers keep their rows')
  const privateKey = keyring.open(signing.privateKeySealed, sealedFor(organizationId))
  assert(privateKey !== null, 'the signing key was encrypted with a secret that is still listed')
  const claims = {
    iss: config.server.url,
    sub: row.id,
    organization_id: organizationId,
    customer: { id: customer.id, name: customer.name, email: customer.email },
    entitlements: [row.benefitId],
    display_key: row.displayKey,
    activation_id: activation?.id ?? null,
    conditions,
    iat: secondsOf(now),
    exp: secondsOf(offline.expiresAt),
    grace_days: offline.graceDays,
  }
  return { ...offline, license: signClaims(claims, { id: signing.id, privateKey }) }
}

/** A key that is activated can’t be copied to other machines by its license. */
async function findActivationOf(
  { tx }: UnitOfWork,
  { organizationId, id, limitActivations }: ShownKeyRow,
  activationId: Id<'licenseActivation'> | null,
) {
  if (activationId === null) return limitActivations === null ? null : undefined
  const [activation] = await findActivations(tx, organizationId, [activationId])
  return activation?.licenseKeyId === id ? activation : undefined
}

async function findTerms({ tx }: UnitOfWork, { organizationId, id }: ShownKeyRow) {
  const row = await findLicenseKeyIn(tx, [organizationId], id)
  assert(row !== undefined, 'the key is locked')
  return termsOfKey(row)
}

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000)

const sealedFor = (organizationId: Id<'organization'>): readonly string[] => [
  'license-signing-key',
  organizationId,
]

/** An organization’s public key is there as soon as one of its benefits allows offline licenses. */
export const provideSigningKeys = follower({
  name: 'entitlements.provide_signing_keys',
  on: [
    when(
      ['benefit.created', 'benefit.updated'],
      ['type', 'properties'],
      ({ organizationId, payload: { type, properties } }) =>
        type === 'license_keys' && 'offline' in properties && properties.offline !== null
          ? [organizationId]
          : [],
    ),
  ],
  async follow(uow, organizationIds, { keyring }: Pick<EntitlementDeps, 'keyring'>) {
    for (const organizationId of new Set(organizationIds)) {
      const { publicKey, privateKey } = makeSigningKeyPair()
      await insertSigningKey(uow.tx, {
        organizationId,
        id: uow.newId('licenseSigningKey'),
        publicKey,
        privateKeySealed: keyring.seal(privateKey, sealedFor(organizationId)),
        createdAt: uow.now,
      })
    }
  },
})
