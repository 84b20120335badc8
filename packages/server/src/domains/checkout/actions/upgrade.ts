import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type CustomerRow, findCustomersOf } from '../../customers/index.ts'
import { upgradeRefusal } from '../rules/upgrade.ts'
import { findUpgrade } from '../store/subscribers.ts'

interface UpgradeWanted {
  readonly organizationId: Id<'organization'>
  readonly upgradeOf: Id<'subscription'> | null
  /** Whom the seller named as the buyer. */
  readonly named: CustomerRow | null
  readonly offered: readonly { readonly loc: readonly (string | number)[] }[]
  /** The same ones, in their order. */
  readonly products: readonly { readonly isRecurring: boolean }[]
}

/** Who buys: whoever has the subscription that is upgraded, else whom the seller named. */
export async function buyerOf(
  db: Kysely<Tables>,
  { organizationId, upgradeOf, named, offered, products }: UpgradeWanted,
): Promise<CustomerRow | null> {
  if (upgradeOf === null) return named
  const subscription = (await findUpgrade(db, organizationId, upgradeOf)) ?? null
  const refusal = upgradeRefusal({
    subscription,
    customerId: named?.id ?? null,
    offered: products.map(({ isRecurring }, at) => ({ isRecurring, loc: offered[at]?.loc ?? [] })),
  })
  if (refusal !== null) accept(refusal)
  assert(subscription !== null, 'what is upgraded was found')
  const [customer] = await findCustomersOf(db, organizationId, [subscription.customerId])
  assert(customer !== undefined, 'whoever has a subscription stays')
  return customer
}
