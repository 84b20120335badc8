import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type SweepDefinition, sweep } from '../sweeps.ts'
import type { DueList } from './due-list.ts'
import { addMissingNotes } from './due-notes.ts'

interface Deps {
  readonly uowFactory: {
    readonly database: Pick<Database, 'kysely'>
    readonly clock: Pick<Clock, 'now'>
  }
}

interface Recounts {
  readonly name: string
  readonly pauseMilliseconds: number
}

const frequent: Recounts = { name: 'platform.recount_due', pauseMilliseconds: 600_000 }
const seldom: Recounts = { name: 'platform.recount_patient', pauseMilliseconds: 6 * 3_600_000 }

/**
 * Notes what nobody has noted: work from before the notes, and work of an older server that runs
 * meanwhile. It looks ahead, so that this work isn’t late.
 */
export const recountsOf = (lists: readonly DueList[]): readonly SweepDefinition<Deps>[] => [
  recountDue(lists.filter(({ isPatient = false }) => !isPatient)),
  recountDue(
    lists.filter(({ isPatient = false }) => isPatient),
    seldom,
  ),
]

export const recountDue = (
  lists: readonly DueList[],
  { name, pauseMilliseconds } = frequent,
): SweepDefinition<Deps> =>
  sweep({
    name,
    pauseMilliseconds,
    async run({ uowFactory: { database, clock } }: Deps, signal) {
      const now = clock.now()
      const until = new Date(now.getTime() + 2 * pauseMilliseconds)
      for (const { kind, findAll } of lists) {
        if (signal.aborted) return
        await addMissingNotes(database.kysely, kind, await findAll(database.kysely, until, now))
      }
    },
  })
