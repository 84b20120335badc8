import type {
  LicenseKey,
  LicenseKeyWithActivations,
  ListedLicenseKey,
  ValidatedLicenseKey,
} from '@guildhall/contract/entitlements/license-key-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct } from '../../../kernel/indexing.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { type CustomerRow, findCustomersByIds } from '../../customers/store/customers.ts'
import { openKey } from '../kinds/license-keys.ts'
import { presentActivation, presentLicenseKey } from '../present/license-key.ts'
import { countActivationsOf, listActivations } from '../store/license-activations.ts'
import type { LicenseKeyRow } from '../store/license-keys.ts'
import type { ValidKey } from './validate-license-keys.ts'

/** Keys of one organization, decrypted. */
export async function showLicenseKeys(
  db: Kysely<Tables>,
  keyring: Keyring,
  organizationId: Id<'organization'>,
  rows: readonly LicenseKeyRow[],
): Promise<LicenseKey[]> {
  const ids = distinct(rows.map(({ customerId }) => customerId))
  const customers = byId(await findCustomersByIds(db, organizationId, ids))
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    assert(customer !== undefined, 'customers keep their rows')
    const shown = { key: openKey(keyring, row), customer: presentCustomer(customer) }
    return presentLicenseKey(row, shown)
  })
}

/** The same for the seller’s list. */
export async function showListedLicenseKeys(
  db: Kysely<Tables>,
  keyring: Keyring,
  organizationId: Id<'organization'>,
  rows: readonly LicenseKeyRow[],
): Promise<ListedLicenseKey[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await countActivationsOf(db, organizationId, ids)
  const shown = await showLicenseKeys(db, keyring, organizationId, rows)
  return shown.map((key) => ({ ...key, activationsCount: counts.get(key.id) ?? 0 }))
}

export async function showLicenseKey(
  db: Kysely<Tables>,
  keyring: Keyring,
  row: LicenseKeyRow,
): Promise<LicenseKey> {
  const [shown] = await showLicenseKeys(db, keyring, row.organizationId, [row])
  assert(shown !== undefined, 'every key is shown')
  return shown
}

export async function showWithActivations(
  db: Kysely<Tables>,
  keyring: Keyring,
  row: LicenseKeyRow,
): Promise<LicenseKeyWithActivations> {
  const shown = await showLicenseKey(db, keyring, row)
  const activations = await listActivations(db, row)
  return { ...shown, activations: activations.map(presentActivation) }
}

export type PresentCustomer = (customer: CustomerRow) => LicenseKey['customer']

export const presentValidated = (
  { row, activation, key, customer }: ValidKey,
  present: PresentCustomer,
): ValidatedLicenseKey => ({
  ...presentLicenseKey(row, { key, customer: present(customer) }),
  activation: activation && presentActivation(activation),
})

/** The holder, for anyone who has the key: without where they live, and the seller’s own data. */
export const presentHolder: PresentCustomer = (customer) =>
  presentCustomer({
    ...customer,
    billingAddress: null,
    taxId: null,
    taxIdFormat: null,
    metadata: {},
  })
