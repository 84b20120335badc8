import { setTimeout as sleep } from 'node:timers/promises'
import type { Id } from '@guildhall/contract/primitives'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockOrders } from '../../orders/store/settlements.ts'
import { lockSubscriptions } from '../../subscriptions/store/subscriptions.ts'
import {
  type Affected,
  type Differing,
  findDifferingOrders,
  findDifferingSubscriptions,
} from '../store/differing-sources.ts'
import { type CustomerKey, findSourcesOf } from '../store/grants.ts'
import { deleteAccounts } from '../store/oauth-accounts.ts'
import type { Sources } from '../store/sources.ts'
import type { EntitlementDeps } from './deps.ts'
import { reconcileSources } from './reconcile-sources.ts'

/** Short enough that purchases hardly wait for a batch. */
const batchSize = 25

/** Of the time that a batch took: in it, the database and the process serve purchases alone. */
const pauseShare = 0.4

/** Sources that are looked at in one statement. */
const pageSize = 1000

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
  const search = { max: pageSize }
  const reconcileAndPause = async (ids: Ids) => {
    const startedAt = deps.clock.now().getTime()
    await reconcile(deps, affected, ids)
    await sleep((deps.clock.now().getTime() - startedAt) * pauseShare)
  }
  await inPages<'subscription'>(
    signal,
    (after) => findDifferingSubscriptions(kysely, affected, { ...search, after }),
    (subscriptionIds) => reconcileAndPause({ subscriptionIds, orderIds: [] }),
  )
  await inPages<'order'>(
    signal,
    (after) => findDifferingOrders(kysely, affected, { ...search, after }),
    (orderIds) => reconcileAndPause({ subscriptionIds: [], orderIds }),
  )
}

async function inPages<B extends string>(
  signal: AbortSignal,
  find: (after: Id<B> | null) => Promise<Differing<B>>,
  reconcileSome: (ids: readonly Id<B>[]) => Promise<void>,
): Promise<void> {
  let after: Id<B> | null = null
  do {
    const { ids, last }: Differing<B> = await find(after)
    for (let at = 0; at < ids.length; at += batchSize) {
      if (signal.aborted) return
      await reconcileSome(ids.slice(at, at + batchSize))
    }
    after = last
  } while (after !== null)
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
