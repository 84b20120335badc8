import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockOrders } from '../../orders/index.ts'
import { lockSubscriptions } from '../../subscriptions/index.ts'
import { grantableTypes } from '../kinds/grant-kinds.ts'
import {
  type Affected,
  findDifferingOrders,
  findDifferingSubscriptions,
} from '../store/differing-sources.ts'
import { type CustomerKey, findSourcesOf } from '../store/grants.ts'
import { deleteAccounts } from '../store/oauth-accounts.ts'
import type { Sources } from '../store/sources.ts'
import type { EntitlementDeps } from './deps.ts'
import { reconcileSources } from './reconcile-sources.ts'

/** Short enough that purchases hardly wait for a batch. */
const batchSize = 200

type Ids = Omit<Sources, 'organizationId'>

/**
 * Gives and takes until customers hold what their products list. What was done is no longer found,
 * so after a crash this goes on where it was.
 */
export async function convergeGrants(
  deps: EntitlementDeps,
  affected: Affected,
  signal: AbortSignal,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const search = { types: grantableTypes, max: batchSize }
  await each(signal, async (after) => {
    const subscriptionIds = await findDifferingSubscriptions(kysely, affected, { ...search, after })
    await reconcile(deps, affected, { subscriptionIds, orderIds: [] })
    return subscriptionIds
  })
  await each(signal, async (after) => {
    const orderIds = await findDifferingOrders(kysely, affected, { ...search, after })
    await reconcile(deps, affected, { subscriptionIds: [], orderIds })
    return orderIds
  })
}

/** Runs a step with the last id of the one before, until a batch isn’t full. */
async function each<I extends string>(
  { aborted }: AbortSignal,
  step: (after: I | null) => Promise<readonly I[]>,
): Promise<void> {
  let after: I | null = null
  for (;;) {
    const found: readonly I[] = await step(after)
    after = found.at(-1) ?? null
    if (found.length < batchSize || aborted) return
  }
}

/** A deleted customer loses everything, and their accounts are forgotten. */
export async function reconcileCustomer(deps: EntitlementDeps, key: CustomerKey): Promise<void> {
  const { organizationId } = key
  const { kysely } = deps.uowFactory.database
  await reconcile(deps, key, await findSourcesOf(kysely, key))
  await runUnitOfWork(deps.uowFactory, { organizationId }, ({ tx }) => deleteAccounts(tx, key))
}

async function reconcile(
  deps: EntitlementDeps,
  { organizationId }: Pick<Sources, 'organizationId'>,
  { subscriptionIds, orderIds }: Ids,
): Promise<void> {
  if (subscriptionIds.length + orderIds.length === 0) return
  const sources = { organizationId, subscriptionIds, orderIds }
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    // In this order, as disputes do.
    await lockSubscriptions(uow.tx, { organizationId, ids: subscriptionIds })
    await lockOrders(uow.tx, organizationId, orderIds)
    await reconcileSources(uow, deps, sources)
  })
}
