import { LicenseKeyProperties } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { byId, groupBy } from '../../../kernel/indexing.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { hashSecret, randomUuid } from '../../../platform/crypto/tokens.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BenefitRow } from '../../benefits/store/benefits.ts'
import { type LicenseTerms, limitNames, limitsOf, raiseLimits } from '../rules/license-terms.ts'
import { lockGrants } from '../store/grants.ts'
import {
  insertLicenseKeys,
  type LicenseKeyRow,
  lockKeysOfGrants,
  lockOutdatedKeys,
  type NewLicenseKey,
  saveLimits,
} from '../store/license-keys.ts'
import type { GrantKind, GrantToGive } from './grant-kind.ts'

/** A grant that is restored has the key that it had before. */
export const licenseKeyGrants: GrantKind = {
  async give(uow, { keyring }, grants) {
    const former = await findFormerKeys(uow, grants)
    const made = grants
      .filter(({ id }) => !former.has(id))
      .map((grant) => newKey(uow, keyring, grant))
    await insertLicenseKeys(uow.tx, made)
    for (const [benefit, some] of groupBy(grants, (grant) => grant.benefit)) {
      await applyTerms(
        uow,
        benefit,
        some.flatMap(({ id }) => former.get(id) ?? []),
      )
    }
    const keys = new Map<GrantId, ShownKey>([
      ...former,
      ...made.map((key) => [key.grantId, key] as const),
    ])
    return grants.map(({ id }) => grantPropertiesOf(keys.get(id)))
  },
  async refresh(uow, benefit, max) {
    const keys = await lockOutdatedKeys(uow.tx, benefit, termsOf(benefit), max)
    await applyTerms(uow, benefit, keys)
    const grantIds = keys.map(({ grantId }) => grantId)
    const grants = byId(await lockGrants(uow.tx, benefit.organizationId, grantIds))
    return keys.flatMap((key) => {
      const grant = grants.get(key.grantId)
      return grant === undefined ? [] : { grant, properties: grantPropertiesOf(key) }
    })
  },
}

type GrantId = Id<'benefitGrant'>
type ShownKey = Pick<LicenseKeyRow, 'id' | 'displayKey'>

const termsOf = ({ properties }: Pick<BenefitRow, 'properties'>): LicenseTerms =>
  z.parse(LicenseKeyProperties, properties)

async function findFormerKeys({ tx }: UnitOfWork, grants: readonly GrantToGive[]) {
  const restored = grants.filter(({ isRestored }) => isRestored)
  const keys = new Map<GrantId, LicenseKeyRow>()
  for (const [organizationId, some] of groupBy(restored, (grant) => grant.organizationId)) {
    const ids = some.map(({ id }) => id)
    for (const key of await lockKeysOfGrants(tx, organizationId, ids)) keys.set(key.grantId, key)
  }
  return keys
}

function newKey(
  uow: UnitOfWork,
  keyring: Keyring,
  { organizationId, id: grantId, customerId, subscriptionId, benefit }: GrantToGive,
): NewLicenseKey {
  const id = uow.newId('licenseKey')
  const terms = termsOf(benefit)
  return {
    organizationId,
    id,
    grantId,
    benefitId: benefit.id,
    customerId,
    ...makeKey(keyring, id, terms.prefix),
    ...limitsOf(terms, { issuedAt: uow.now, isOfSubscription: subscriptionId !== null }),
    terms,
    createdAt: uow.now,
  }
}

type KeyText = Pick<NewLicenseKey, 'keySealed' | 'digest' | 'displayKey'>

/** A key is as random as a UUID, so a plain digest of it can’t be reversed. */
export function makeKey(keyring: Keyring, id: Id<'licenseKey'>, prefix: string | null): KeyText {
  const key = normalized([prefix?.trim(), randomUuid()].filter(Boolean).join('-'))
  return {
    keySealed: keyring.seal(key, boundTo(id)),
    digest: digestOf(key),
    displayKey: `****-${key.slice(-shownCharacters)}`,
  }
}

const shownCharacters = 6

export function openKey(
  keyring: Keyring,
  { id, keySealed }: Pick<LicenseKeyRow, 'id' | 'keySealed'>,
): string {
  const key = keyring.open(keySealed, boundTo(id))
  assert(key !== null, 'a license key was encrypted with a secret that is still listed')
  return key
}

const boundTo = (id: Id<'licenseKey'>): readonly string[] => ['license-key', id]

/** Of a key as it was typed. */
export const digestOf = (key: string): Buffer => hashSecret(normalized(key))

const normalized = (key: string): string => key.trim().toUpperCase()

/** What the grant shows of its key. */
export function grantPropertiesOf(key: ShownKey | undefined) {
  assert(key !== undefined, 'every grant has a key')
  return { license_key_id: key.id, display_key: key.displayKey }
}

function applyTerms({ tx, now }: UnitOfWork, benefit: BenefitRow, keys: readonly LicenseKeyRow[]) {
  const terms = termsOf(benefit)
  const raised = keys.map((key) => ({
    id: key.id,
    ...raiseLimits({ limits: key, overridden: overriddenOf(key), issuedAt: key.createdAt }, terms),
  }))
  return saveLimits(tx, benefit.organizationId, raised, terms, now)
}

/** The terms of its benefit that were last applied to a key. */
export const termsOfKey = ({ terms }: Pick<LicenseKeyRow, 'terms'>): LicenseTerms =>
  z.parse(LicenseKeyProperties, terms)

const names = z.array(z.enum(limitNames))

export const overriddenOf = ({ overridden }: Pick<LicenseKeyRow, 'overridden'>) =>
  z.parse(names, overridden)
