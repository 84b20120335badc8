import type { Id } from '@guildhall/contract/primitives'
import { groupBy } from '../../../kernel/indexing.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { movementsOfHistory } from '../rules/movement-history.ts'
import {
  type CustomerKey,
  findChosenAmounts,
  findStates,
  listWithoutHistory,
  takeCustomer,
} from '../store/movement-history.ts'
import { insertMovements, type NewMovement, renameStarts } from '../store/movements.ts'
import type { SubscriptionDeps } from './deps.ts'

const customersMax = 100

/**
 * Derives the movements of subscriptions from before movements were written, one customer at a time.
 * What was interrupted is continued by the next run.
 */
export async function backfillMovements(
  { uowFactory }: Pick<SubscriptionDeps, 'uowFactory'>,
  organizationIds: readonly Id<'organization'>[],
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const waiting = await listWithoutHistory(uowFactory.database.kysely, {
      organizationIds,
      limit: customersMax,
    })
    for (const key of waiting) {
      if (signal?.aborted === true) return
      const { organizationId } = key
      await runUnitOfWork(uowFactory, { organizationId }, (uow) => backfillCustomer(uow, key))
    }
    if (waiting.length < customersMax) return
  }
}

export async function backfillCustomer(
  { tx }: Pick<UnitOfWork, 'tx'>,
  key: CustomerKey,
): Promise<void> {
  if (!(await takeCustomer(tx, key))) return
  const states = await findStates(tx, key)
  const amounts = await findChosenAmounts(tx, key)
  const chosen = new Map(amounts.map(({ id, amount }) => [id, amount]))
  const bySubscription = groupBy(states, ({ subscriptionId }) => subscriptionId)
  const movements = [...bySubscription].flatMap(([subscriptionId, own]) =>
    movementsOfHistory(own, chosen).map(
      (movement): NewMovement => ({
        ...movement,
        ...key,
        subscriptionId,
      }),
    ),
  )
  // One after the other, because what a movement is called depends on those before it.
  for (const together of inOrder(movements, states)) {
    await insertMovements(tx, key.organizationId, together)
  }
  await renameStarts(tx, key)
}

/** The movements of each change together, in the order in which the changes happened. */
function inOrder(
  movements: readonly NewMovement[],
  states: readonly { readonly subscriptionId: string; readonly version: number }[],
): (readonly NewMovement[])[] {
  const keyOf = (one: { readonly subscriptionId: string; readonly version: number }) =>
    `${one.subscriptionId} ${one.version}`
  const places = new Map(states.map((state, place) => [keyOf(state), place]))
  const placeOf = (one: NewMovement) => places.get(keyOf(one)) ?? -1
  return [...groupBy(movements, keyOf).values()].toSorted(
    ([one], [other]) =>
      Number(one?.occurredAt ?? 0) - Number(other?.occurredAt ?? 0) ||
      (one && other ? placeOf(one) - placeOf(other) : 0),
  )
}
