import type { validateLicenseKey } from '@guildhall/contract/entitlements/license-checks'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct, groupBy } from '../../../kernel/indexing.ts'
import { isRefused, type Refusal } from '../../../kernel/refusal.ts'
import { organizationTime } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { Failed, inBatches } from '../../../platform/database/in-batches.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { type CustomerRow, findCustomersByIds } from '../../customers/store/customers.ts'
import { decideActivationUse, decideKey, decideUse } from '../rules/license-check.ts'
import { findActivations, type LicenseActivationRow } from '../store/license-activations.ts'
import { countValidations, lockShownKeys, type ShownKeyRow } from '../store/license-keys.ts'
import type { EntitlementDeps } from './deps.ts'

export interface LicenseValidation extends BodyOf<typeof validateLicenseKey> {
  readonly digest: Buffer
}

export interface ValidKey {
  readonly row: ShownKeyRow
  readonly activation: LicenseActivationRow | null
  /** As it was shown. */
  readonly key: string
  readonly customer: CustomerRow
}

type Outcome = ValidKey | Refusal

/**
 * Validates license keys: those that are asked for while others are being validated are validated
 * together, in one transaction per organization, of which each fails alone.
 */
export const licenseValidator = ({
  uowFactory: { database, clock },
}: Pick<EntitlementDeps, 'uowFactory'>) =>
  inBatches(async (batch: readonly LicenseValidation[]) => {
    const outcomes = new Map<LicenseValidation, Outcome | Failed>()
    const groups = groupBy(batch, (one) => one.organizationId)
    await Promise.all(
      [...groups].map(async ([organizationId, asked]) => {
        const validating = database.transact((tx) => {
          const now = organizationTime(tx, organizationId, clock)
          return validateLicenseKeys(tx, { organizationId, now }, asked)
        })
        const decided = await validating.catch((error: unknown) =>
          asked.map(() => new Failed(error)),
        )
        for (const [at, one] of asked.entries()) outcomes.set(one, outcomeAt(decided, at))
      }),
    )
    return batch.map((one) => outcomeAt([outcomes.get(one)], 0))
  }, batchMax)

const batchMax = 500

function outcomeAt(
  outcomes: readonly (Outcome | Failed | undefined)[],
  at: number,
): Outcome | Failed {
  const outcome = outcomes[at]
  assert(outcome !== undefined, 'every validation has an outcome')
  return outcome
}

interface Place {
  readonly organizationId: Id<'organization'>
  /** Read in the same write as the keys. */
  readonly now: Date | Promise<Date>
}

/** In the order of the requests; each counts before the next is decided. */
export async function validateLicenseKeys(
  tx: Transaction<Tables>,
  { organizationId, now: instant }: Place,
  asked: readonly LicenseValidation[],
): Promise<Outcome[]> {
  const digests = asked.map(({ digest }) => digest)
  const activationIds = distinct(asked.flatMap((one) => one.activationId ?? []))
  const [now, keys, activations] = await inOrder(tx, [
    async () => instant,
    () => lockShownKeys(tx, organizationId, digests),
    () => findActivations(tx, organizationId, activationIds),
  ])
  const tally = new Tally(keys, activations)
  const decided = asked.map((one) => tally.decide(one, now))
  const [, customers] = await inOrder(tx, [
    () => countValidations(tx, organizationId, tally.counted(), now),
    () => findCustomersByIds(tx, organizationId, distinct(keys.map((one) => one.customerId))),
  ])
  const customerOf = byId(customers)
  return decided.map((one, at) => {
    if (isRefused(one)) return one
    const customer = customerOf.get(one.row.customerId)
    assert(customer !== undefined, 'customers keep their rows')
    return {
      row: { ...one.row, lastValidatedAt: now },
      activation: one.activation,
      key: asked[at]?.key ?? '',
      customer,
    }
  })
}

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

  decide(
    { digest, activationId, conditions, ...asked }: LicenseValidation,
    now: Date,
  ): Valid | Refusal {
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
