import { setTimeout as sleep } from 'node:timers/promises'
import type { Id } from '@guildhall/contract/primitives'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockOrders } from '../../orders/store/settlements.ts'
import { lockSubscriptions } from '../../subscriptions/store/subscriptions.ts'
import {
  type Affected,
  type Differing,
  findDifferingOrders,
  findDifferingSubscriptions,
  takeTurn,
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

/** Before looking again whether another run has left something. Looking costs as much as some batches. */
const otherRunMilliseconds = 5000

/** Sources that are looked at in one statement. */
const pageSize = 1000

type Ids = Omit<Sources, 'organizationId'>

/**
 * Gives and takes until customers hold what their products list. What was done is no longer found,
 * so after a crash this goes on where it was. Of the runs for an organization one works at a time:
 * they would reconcile the same customers.
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
    const { organizationId } = affected
    const isAlone = await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
      const taken = await takeTurn(uow.tx, organizationId)
      if (taken) await reconcile(uow, deps, { organizationId, ...ids })
      return taken
    })
    const tookMilliseconds = deps.clock.now().getTime() - startedAt
    await sleep(isAlone ? tookMilliseconds * pauseShare : otherRunMilliseconds)
    return isAlone
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
  /** False if another run is at work. */
  reconcileSome: (ids: readonly Id<B>[]) => Promise<boolean>,
): Promise<void> {
  let after: Id<B> | null = null
  while (!signal.aborted) {
    const { ids, last }: Differing<B> = await find(after)
    let at = 0
    while (at < ids.length && !signal.aborted) {
      if (!(await reconcileSome(ids.slice(at, at + batchSize)))) break
      at += batchSize
    }
    if (at < ids.length) continue
    if (last === null) return
    after = last
  }
}

/** A deleted customer loses everything, and their accounts are forgotten. */
export async function reconcileCustomer(deps: EntitlementDeps, key: CustomerKey): Promise<void> {
  const { organizationId } = key
  const { kysely } = deps.uowFactory.database
  const found = await findSourcesOf(kysely, key)
  await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) => reconcile(uow, deps, found))
  await runUnitOfWork(deps.uowFactory, { organizationId }, ({ tx }) => deleteAccounts(tx, key))
}

async function reconcile(uow: UnitOfWork, deps: EntitlementDeps, sources: Sources): Promise<void> {
  const { organizationId, subscriptionIds, orderIds } = sources
  // In this order, as disputes do.
  await lockSubscriptions(uow.tx, { organizationId, ids: subscriptionIds })
  await lockOrders(uow.tx, organizationId, orderIds)
  await reconcileSources(uow, deps, sources)
}
