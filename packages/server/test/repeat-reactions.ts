import type { Database } from '../src/platform/database/database.ts'
import { addJobs } from '../src/platform/outbox/add-jobs.ts'
import { toEvent } from '../src/platform/outbox/logged-events.ts'
import { jobsOf, type Reaction } from '../src/platform/outbox/reactions.ts'

/** Adds the jobs of these reactions to all logged events again; returns their tasks. */
export async function repeatReactions(
  { kysely }: Database,
  reactions: readonly Reaction[],
): Promise<string[]> {
  const rows = await kysely.selectFrom('eventLog').selectAll().execute()
  const jobs = rows.flatMap((row) => jobsOf(reactions, toEvent(row)))
  await kysely.transaction().execute((tx) => addJobs(tx, jobs))
  return jobs.map(({ task }) => task)
}
