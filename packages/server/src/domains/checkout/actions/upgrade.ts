import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type CustomerRow, findCustomersByIds } from '../../customers/store/customers.ts'
import { upgradeRefusal } from '../rules/upgrade.ts'
import { findUpgrade } from '../store/subscribers.ts'

interface PossibleUpgrade {
  readonly organizationId: Id<'organization'>
  readonly upgradeOf: Id<'subscription'> | null
  /** The customer that the seller named. */
  readonly named: CustomerRow | null
  readonly offered: readonly { readonly loc: readonly (string | number)[] }[]
  /** The offered products, in the same order. */
  readonly products: readonly { readonly isRecurring: boolean }[]
}

/** The customer of the upgraded subscription, else the one that the seller named. */
export async function findBuyer(
  db: Kysely<Tables>,
  { organizationId, upgradeOf, named, offered, products }: PossibleUpgrade,
): Promise<CustomerRow | null> {
  if (upgradeOf === null) return named
  const subscription = (await findUpgrade(db, organizationId, upgradeOf)) ?? null
  const refusal = upgradeRefusal({
    subscription,
    customerId: named?.id ?? null,
    offered: products.map(({ isRecurring }, at) => ({ isRecurring, loc: offered[at]?.loc ?? [] })),
  })
  if (refusal !== null) accept(refusal)
  assert(subscription !== null, 'an accepted upgrade has a subscription')
  const [customer] = await findCustomersByIds(db, organizationId, [subscription.customerId])
  assert(customer !== undefined, 'a deleted customer stays as a row')
  return customer
}
