import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql } from 'kysely'
import { isOfOrganization } from '../database/of-organization.ts'
import { type SweepDefinition, sweep } from '../sweeps.ts'
import type { DueInstant, DueKind, DueList } from './due-list.ts'
import { type DueDeps, lookInEach } from './look-at-due.ts'

interface Watched {
  readonly kind: DueKind
  readonly leaseMilliseconds: number
  /** A table of what is watched, and which of its rows are. */
  readonly table: RawBuilder<unknown>
  readonly isWatched: RawBuilder<boolean>
  /** After a look; by default a sweep looks at what the one before has noted at its end. */
  readonly againMilliseconds?: number
  readonly isPatient?: boolean
}

const pauseMilliseconds = 15_000

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/**
 * Organizations where somebody looks again and again as long as they have such rows, because what
 * makes work of the rows takes no notes.
 */
export const watched = ({
  table,
  isWatched,
  againMilliseconds = pauseMilliseconds - 1000,
  ...list
}: Watched): DueList => ({
  ...list,
  findNext: async (db, organizationIds, now) => {
    const { rows } = await sql<DueInstant>`
      select o.organization_id, ${after(now, againMilliseconds)}::timestamptz as due_at
        from unnest(${organizationIds}::uuid[]) as o (organization_id)
       where exists (
         select from ${table} w
          where ${isOfOrganization({ alias: 'w', row: 'o', organizationIds })}
            and ${isWatched})`.execute(db)
    return rows
  },
  findAll: async (db, _until, now) => {
    const { rows } = await sql<DueInstant>`
      select distinct organization_id, ${after(now, againMilliseconds)}::timestamptz as due_at
        from ${table} w
       where ${isWatched}`.execute(db)
    return rows
  },
})

interface Deps {
  readonly uowFactory: DueDeps
}

type LookIn<D> = (
  deps: D,
  organizationIds: readonly Id<'organization'>[],
  signal: AbortSignal,
) => Promise<void>

/** Looks in the organizations of such a list. */
export const watchSweep = <D extends Deps>(list: DueList, lookIn: LookIn<D>): SweepDefinition<D> =>
  sweep({
    name: list.kind,
    pauseMilliseconds,
    run: (deps: D, signal) =>
      lookInEach(deps.uowFactory, {
        list,
        signal,
        run: (organizationIds) => lookIn(deps, organizationIds, signal),
      }),
  })
