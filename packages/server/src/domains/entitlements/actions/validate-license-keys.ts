import type { validateLicenseKey } from '@guildhall/contract/entitlements/license-checks'
import type { ValidatedLicenseKey } from '@guildhall/contract/entitlements/license-key-shapes'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct, groupBy } from '../../../kernel/indexing.ts'
import { isRefused, type Refusal } from '../../../kernel/refusal.ts'
import { organizationTime } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inBatches } from '../../../platform/database/in-batches.ts'
import { findCustomersByIds, presentCustomer } from '../../customers/index.ts'
import { digestOf } from '../kinds/license-keys.ts'
import { presentActivation, presentLicenseKey } from '../present/license-key.ts'
import { decideActivationUse, decideKey, decideUse } from '../rules/license-check.ts'
import { findActivations, type LicenseActivationRow } from '../store/license-activations.ts'
import { countValidations, lockShownKeys, type ShownKeyRow } from '../store/license-keys.ts'
import type { EntitlementDeps } from './deps.ts'

export type LicenseValidation = BodyOf<typeof validateLicenseKey>

type Outcome = ValidatedLicenseKey | Refusal

/**
 * Validates license keys: those that are asked for while others are being validated are validated
 * together, in one transaction per organization.
 */
export const licenseValidator = ({
  uowFactory: { database, clock },
}: Pick<EntitlementDeps, 'uowFactory'>) =>
  inBatches(async (batch: readonly LicenseValidation[]) => {
    const outcomes = new Map<LicenseValidation, Outcome>()
    const groups = groupBy(batch, (one) => one.organizationId)
    await Promise.all(
      [...groups].map(([organizationId, asked]) =>
        database.transact(async (tx) => {
          const now = await organizationTime(tx, organizationId, clock)
          const decided = await validateLicenseKeys(tx, { organizationId, now }, asked)
          for (const [at, one] of asked.entries()) outcomes.set(one, outcomeAt(decided, at))
        }),
      ),
    )
    return batch.map((one) => outcomeAt([outcomes.get(one)], 0))
  }, batchMax)

const batchMax = 500

function outcomeAt(outcomes: readonly (Outcome | undefined)[], at: number): Outcome {
  const outcome = outcomes[at]
  assert(outcome !== undefined, 'every validation has an outcome')
  return outcome
}

interface Place {
  readonly organizationId: Id<'organization'>
  readonly now: Date
}

/** In the order of the requests; each counts before the next is decided. */
export async function validateLicenseKeys(
  tx: Transaction<Tables>,
  { organizationId, now }: Place,
  asked: readonly LicenseValidation[],
): Promise<Outcome[]> {
  const requests = asked.map((one) => ({ ...one, digest: digestOf(one.key) }))
  const digests = new Map(requests.map(({ digest }) => [digest.toString('hex'), digest]))
  const activationIds = distinct(requests.flatMap((one) => one.activationId ?? []))
  const [keys, activations] = await Promise.all([
    lockShownKeys(tx, organizationId, [...digests.values()]),
    findActivations(tx, organizationId, activationIds),
  ])
  const tally = new Tally(keys, activations)
  const decided = requests.map((one) => tally.decide(one, now))
  const [, customers] = await Promise.all([
    countValidations(tx, organizationId, tally.counted(), now),
    findCustomersByIds(tx, organizationId, distinct(keys.map((one) => one.customerId))),
  ])
  const customerOf = byId(customers)
  return decided.map((one, at) => {
    if (isRefused(one)) return one
    const customer = customerOf.get(one.row.customerId)
    assert(customer !== undefined, 'customers keep their rows')
    const shown = { key: asked[at]?.key.trim() ?? '', customer: presentCustomer(customer) }
    return {
      ...presentLicenseKey({ ...one.row, lastValidatedAt: now }, shown),
      activation: one.activation && presentActivation(one.activation),
    }
  })
}

type Request = LicenseValidation & { readonly digest: Buffer }

interface Valid {
  readonly row: ShownKeyRow
  readonly activation: LicenseActivationRow | null
}

/** What a batch of validations adds to the keys that it locked. */
class Tally {
  readonly #byDigest: ReadonlyMap<string, ShownKeyRow>
  readonly #activations: ReadonlyMap<Id<'licenseActivation'>, LicenseActivationRow>
  readonly #counts = new Map<Id<'licenseKey'>, { usage: number; validations: number }>()

  constructor(keys: readonly ShownKeyRow[], activations: readonly LicenseActivationRow[]) {
    this.#byDigest = new Map(keys.map((one) => [one.digest.toString('hex'), one]))
    this.#activations = byId(activations)
  }

  decide({ digest, activationId, conditions, ...asked }: Request, now: Date): Valid | Refusal {
    const found = this.#byDigest.get(digest.toString('hex'))
    const key = decideKey(found && { ...found, ...this.#counts.get(found.id) }, now)
    if (isRefused(key)) return key
    const named = activationId == null ? null : this.#activationOf(key, activationId)
    const activation = decideActivationUse({ activation: named, conditions })
    if (isRefused(activation)) return activation
    const use = decideUse(key, asked)
    if (isRefused(use)) return use
    const counts = { usage: use.usage, validations: key.validations + 1 }
    this.#counts.set(key.id, counts)
    return { row: { ...key, ...counts }, activation }
  }

  #activationOf({ id }: ShownKeyRow, activationId: Id<'licenseActivation'>) {
    const activation = this.#activations.get(activationId)
    return activation?.licenseKeyId === id ? activation : undefined
  }

  counted() {
    return [...this.#counts].map(([id, counts]) => ({ id, ...counts }))
  }
}
