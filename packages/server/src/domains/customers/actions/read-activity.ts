import type { Overview } from '@guildhall/contract/overview/overview'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { TimelineTypes } from '../../../kernel/timeline.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentTimelineEntry } from '../present/timeline.ts'
import { listActivity } from '../store/timeline.ts'
import { loadActorNames } from './read-timeline.ts'

interface AskedActivity {
  readonly organizationId: Id<'organization'>
  /** The names of the events; each has a timeline type. */
  readonly names: readonly string[]
  readonly since: Date
  readonly limit: number
}

/** What happened lately to customers, the newest first. */
export async function readActivity(
  db: Kysely<Tables>,
  types: TimelineTypes,
  asked: AskedActivity,
): Promise<Overview['activity']> {
  const rows = await listActivity(db, asked)
  const actorNames = await loadActorNames(db, asked, rows)
  return rows.map(({ customerId, customerName, customerEmail, ...row }) => {
    const { changes: _changes, ...entry } = presentTimelineEntry(types, row, {
      before: null,
      actorNames,
    })
    return { ...entry, customer: { id: customerId, name: customerName, email: customerEmail } }
  })
}
