import type {
  activateLicenseKey as contract,
  deactivateLicenseKey as deactivation,
} from '@guildhall/contract/entitlements/license-checks'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { digestOf } from '../kinds/license-keys.ts'
import { decideActivation, decideKey } from '../rules/license-check.ts'
import {
  countActivations,
  deleteActivation,
  insertActivation,
  type LicenseActivationRow,
} from '../store/license-activations.ts'
import { lockShownKeys, type ShownKeyRow } from '../store/license-keys.ts'

interface Activated {
  readonly row: ShownKeyRow
  readonly activation: LicenseActivationRow
}

/** The lock of the key makes parallel requests wait for each other, so that none exceeds the limit. */
export async function activateLicenseKey(
  uow: UnitOfWork,
  { organizationId, key, label, conditions, meta }: BodyOf<typeof contract>,
): Promise<Activated> {
  const row = accept(decideKey(await lockKey(uow, organizationId, key), uow.now))
  accept(decideActivation(row, await countActivations(uow.tx, row)))
  const activation = await insertActivation(uow.tx, {
    organizationId,
    id: uow.newId('licenseActivation'),
    licenseKeyId: row.id,
    label,
    conditions,
    meta,
    createdAt: uow.now,
  })
  return { row, activation }
}

/** Also of keys that are no longer valid: giving back is always possible. */
export async function deactivateLicenseKey(
  uow: UnitOfWork,
  { organizationId, key, activationId }: BodyOf<typeof deactivation>,
): Promise<void> {
  const row = await lockKey(uow, organizationId, key)
  if (row === undefined || (row.validUntil !== null && row.validUntil <= uow.now)) {
    throw new Problem('license_key_unknown')
  }
  if (!(await deleteActivation(uow.tx, row, activationId))) throw new Problem('not_found')
}

async function lockKey(
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
  key: string,
): Promise<ShownKeyRow | undefined> {
  const [row] = await lockShownKeys(tx, organizationId, [digestOf(key)])
  return row
}
