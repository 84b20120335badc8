import type {
  rotateLicenseKey as rotation,
  updateLicenseKey as update,
} from '@guildhall/contract/entitlements/license-keys'
import type { BodyOf } from '@guildhall/contract/operation'
import { assert } from '../../../kernel/assert.ts'
import { byId } from '../../../kernel/indexing.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findAnyBenefits } from '../../benefits/store/benefits.ts'
import { grantPropertiesOf, makeKey, overriddenOf, termsOfKey } from '../kinds/license-keys.ts'
import { decideKeyChanges, type KeyChanges } from '../rules/license-change.ts'
import { lockGrants } from '../store/grants.ts'
import {
  type LicenseKeyKey,
  type LicenseKeyRow,
  lockLicenseKey,
  replaceDigest,
  saveLicenseKey,
} from '../store/license-keys.ts'
import type { EntitlementDeps } from './deps.ts'
import { recordGrantEvents } from './record-grant-events.ts'
import { saveGrants } from './save-grants.ts'

type Deps = Pick<EntitlementDeps, 'keyring'>

export async function changeLicenseKey(
  uow: UnitOfWork,
  deps: Deps,
  key: LicenseKeyKey,
  input: BodyOf<typeof update>,
): Promise<LicenseKeyRow> {
  const row = await lockExisting(uow, key)
  const changes = accept(decideKeyChanges({ ...row, overridden: overriddenOf(row) }, input))
  return changes === null ? row : saveChanges(uow, deps, row, changes)
}

/** The same key with another text; the former one is accepted until the overlap ends. */
export async function rotateLicenseKey(
  uow: UnitOfWork,
  deps: Deps,
  key: LicenseKeyKey,
  { overlapSeconds }: BodyOf<typeof rotation>,
): Promise<LicenseKeyRow> {
  const row = await lockExisting(uow, key)
  if (!row.isHeld) throw new Problem('license_key_not_held')
  const { digest, ...text } = makeKey(deps.keyring, row.id, termsOfKey(row).prefix)
  const acceptedUntil = new Date(uow.now.getTime() + overlapSeconds * 1000)
  await replaceDigest(uow.tx, row, digest, acceptedUntil)
  return saveChanges(uow, deps, row, text)
}

async function lockExisting({ tx }: UnitOfWork, key: LicenseKeyKey): Promise<LicenseKeyRow> {
  const row = await lockLicenseKey(tx, key)
  if (row === undefined) throw new Problem('not_found')
  return row
}

type Changes = KeyChanges & Partial<Pick<LicenseKeyRow, 'keySealed' | 'displayKey'>>

/** The customer’s grant is what changes for those who follow events. */
async function saveChanges(
  uow: UnitOfWork,
  deps: Deps,
  row: LicenseKeyRow,
  changes: Changes,
): Promise<LicenseKeyRow> {
  const { tx, now } = uow
  const { organizationId, benefitId, grantId } = row
  await saveLicenseKey(tx, row, changes, now)
  const changed = { ...row, ...changes, modifiedAt: now }
  const grants = await lockGrants(tx, organizationId, [grantId])
  const properties = row.isHeld ? grantPropertiesOf(changed) : {}
  const rows = await saveGrants(
    uow,
    organizationId,
    grants.map((grant) => ({ ...grant, properties })),
  )
  assert(rows.length === 1, 'every key has a grant, and it is locked')
  const benefits = byId(await findAnyBenefits(tx, organizationId, [benefitId]))
  const updated = [{ name: 'benefit_grant.updated', rows }] as const
  await recordGrantEvents(uow, deps, { organizationId, benefits }, updated)
  return changed
}
