import { id } from '@guildhall/contract/primitives'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Task } from '../../src/platform/queue.ts'
import { work } from '../../src/platform/work.ts'
import { SimulatedCrash } from '../crash.ts'
import type { Ground } from '../ground.ts'
import type { JarFault } from './faults.ts'

// What follows from an event: a note of it. It is written by a job, which may run more than once.
export const noteTask = 'jar.note'

const Note = z.object({
  organizationId: id('organization'),
  sequence: z.int(),
  change: z.int(),
})

type Note = z.output<typeof Note>

export type NotePlace = Pick<Note, 'organizationId' | 'sequence'>

export const writeNote =
  ({ workshop }: Ground, fault: JarFault | null, crashAfter: NotePlace | null): Task =>
  async (payload) => {
    const note = z.parse(Note, payload)
    const { organizationId, sequence, change } = note
    const again =
      fault === 'repeated-notes'
        ? sql`do update set change = jar_note.change + excluded.change`
        : sql`do nothing`
    await work(workshop, { organizationId }, ({ tx }) =>
      sql`
        insert into jar_note (organization_id, sequence, change)
        values (${organizationId}, ${sequence}, ${change})
        on conflict (organization_id, sequence) ${again}`.execute(tx),
    )
    if (isAt(note, crashAfter)) throw new SimulatedCrash()
  }

const isAt = (note: NotePlace, place: NotePlace | null): boolean =>
  note.organizationId === place?.organizationId && note.sequence === place.sequence

export async function countNotes({ database }: Ground): Promise<number> {
  const { rows } = await database.pool.query<{ notes: number }>(
    'select count(*)::int as notes from jar_note',
  )
  return rows[0]?.notes ?? 0
}

// A job that failed waits before it is tried again; here nobody has to wait in real time.
export async function retryNow({ database }: Ground): Promise<void> {
  await database.pool.query(
    `select from graphile_worker.reschedule_jobs(
       array(select id from graphile_worker.jobs where attempts > 0), run_at := now())`,
  )
}
