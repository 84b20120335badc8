import type { Id } from '@guildhall/contract/primitives'
import { throwTogether } from '../../kernel/throw-together.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { isConnectionLoss } from '../database/failures.ts'
import { organizationsOf } from '../database/of-organization.ts'
import { findInAnswering, workInEach } from '../database/one-organization-each.ts'
import { claimFor, type Living } from '../process-life.ts'
import type { DueInstant, DueList } from './due-list.ts'
import { replaceNotes, type TakenNote, takeNotes } from './due-notes.ts'

export interface DueDeps extends Living {
  readonly database: Pick<Database, 'kysely' | 'isDistributed'>
  readonly clock: Pick<Clock, 'now'>
}

interface Look {
  readonly list: DueList
  readonly signal: AbortSignal
  /** Does what these organizations have to do. It fails last, after all it could do. */
  readonly run: (organizationIds: readonly Id<'organization'>[]) => Promise<void>
}

/** Notes taken at once; they may be of fewer organizations. */
const notesMax = 100

/**
 * Looks once at each organization where work is due, in any number of concurrent processes. Notes are
 * replaced when the work is done, so that a crash leaves them; what fails stays due until the next time.
 * Where a connection was lost, nobody knows what was claimed, so all of it is left to others.
 */
export async function lookAtDue(deps: DueDeps, look: Look): Promise<void> {
  try {
    await lookOnce(deps, look)
  } catch (error) {
    if (isConnectionLoss(error)) deps.life?.leaveClaims()
    throw error
  }
}

async function lookOnce(deps: DueDeps, { list, signal, run }: Look): Promise<void> {
  const failures: unknown[] = []
  const seen = new Set<Id<'organization'>>()
  let hasMore = true
  while (hasMore && !signal.aborted) {
    const taken = await take(deps, list, [...seen])
    if (taken.length === 0) break
    hasMore = taken.length >= notesMax
    const organizationIds = organizationsOf(taken)
    for (const id of organizationIds) seen.add(id)
    await run(organizationIds).catch((error: unknown) => failures.push(error))
    const next = await findInAnswering(deps.database, organizationIds, (some) =>
      list.findNext(deps.database.kysely, some, deps.clock.now()),
    )
    failures.push(...next.failures)
    // The notes of the others stay taken.
    const answered = taken.filter(({ organizationId }) => !next.unanswered.has(organizationId))
    await replaceNotes(deps.database.kysely, {
      kind: list.kind,
      taken: answered,
      next: deps.database.isDistributed ? withSecondLook(deps, answered, next.found) : next.found,
    })
  }
  throwTogether(failures, 'looking failed')
}

/** The same for work that asks about its organizations: on a cluster about one after the other. */
export const lookInEach = (deps: DueDeps, { run, ...look }: Look): Promise<void> =>
  lookAtDue(deps, {
    ...look,
    run: (organizationIds) => workInEach(deps.database, organizationIds, run),
  })

function take(
  deps: DueDeps,
  { kind, leaseMilliseconds }: DueList,
  except: readonly Id<'organization'>[],
): Promise<TakenNote[]> {
  const claim = claimFor(deps, leaseMilliseconds)
  return takeNotes(deps.database.kysely, { ...claim, kind, except, max: notesMax })
}

/** By then a coordinator that died while it committed has been recovered. */
const secondLookMilliseconds = 120_000

/**
 * A commit on two nodes is seen on the coordinator a moment before it is seen on the other one, or
 * longer if the coordinator dies in between. So where work was just committed, somebody looks again.
 */
function withSecondLook(
  { clock }: DueDeps,
  taken: readonly TakenNote[],
  next: readonly DueInstant[],
): readonly DueInstant[] {
  const dueAt = new Date(clock.now().getTime() + secondLookMilliseconds)
  const instants = new Map(next.map((one) => [one.organizationId, one]))
  for (const { organizationId, isFresh } of taken) {
    const known = instants.get(organizationId)
    if (isFresh && (known === undefined || known.dueAt > dueAt)) {
      instants.set(organizationId, { organizationId, dueAt })
    }
  }
  return [...instants.values()]
}
