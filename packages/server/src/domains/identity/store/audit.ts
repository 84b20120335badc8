import type { ActivityAction, ActivityDetails } from '@guildhall/contract/identity/activity'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AuditEntryTable, Tables } from '../../../platform/database/db-types.gen.ts'
import {
  cursorPage,
  instantCursorOf,
  isOlderThan,
} from '../../../platform/database/instant-cursor.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { newId } from '../../../platform/ids.ts'

export type AuditRow = Selectable<AuditEntryTable>

export interface AuditEntry {
  /** The user it concerns; null if nobody has the name that was tried. */
  readonly userId: Id<'user'> | null
  /** Who did it, if not the user. */
  readonly actorId?: Id<'user'> | null
  readonly action: ActivityAction
  readonly succeeded?: boolean
  readonly from: Origin
  readonly details?: ActivityDetails
}

/** Where a request came from, as sessions and audit entries store it. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
  /** The operator behind an impersonation. */
  readonly operatorId?: Id<'user'>
}

/** The database sets the time, which also selects the partition. */
export async function recordAudit(tx: Transaction<Tables>, entry: AuditEntry): Promise<void> {
  const { userId, action, succeeded = true, from, details = {} } = entry
  await tx
    .insertInto('auditEntry')
    .values({
      id: newId('auditEntry'),
      userId,
      actorId: entry.actorId ?? from.operatorId ?? null,
      action,
      succeeded,
      ipAddress: from.address,
      userAgent: from.userAgent,
      details: jsonText(details),
    })
    .execute()
}

const addressesMax = 100

/** From which the user signed in since then. */
export async function listSignInAddresses(
  db: Kysely<Tables>,
  userId: Id<'user'>,
  since: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('auditEntry')
    .select('ipAddress')
    .distinct()
    .where('userId', '=', userId)
    .where('at', '>', since)
    .where('action', '=', 'sign-in')
    .where('succeeded', '=', true)
    .limit(addressesMax)
    .execute()
  return rows.map(({ ipAddress }) => ipAddress)
}

/** Enough to find the devices of a user, however many sign-ins others attempted. */
const recentEntriesMax = 500

/** The sign-up and the successful sign-ins of the user since then, each device once. */
export async function listSignInDevices(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
  since: Date,
): Promise<Pick<AuditRow, 'action' | 'userAgent'>[]> {
  const recent = tx
    .selectFrom('auditEntry')
    .select(['action', 'userAgent', 'succeeded', 'actorId'])
    .where('userId', '=', userId)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(recentEntriesMax)
  return tx
    .selectFrom(recent.as('recent'))
    .select(['action', 'userAgent'])
    .distinct()
    .where('succeeded', '=', true)
    .where('actorId', 'is', null)
    .where('action', 'in', ['sign-up', 'sign-in'])
    .execute()
}

interface ActivityPage {
  readonly entries: readonly AuditRow[]
  /** Where the next page starts; null on the last page. */
  readonly nextCursor: string | null
}

/** A user's audit entries, newest first. The cursor is stable while entries are added. */
export async function listActivity(
  db: Kysely<Tables>,
  userId: Id<'user'>,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<ActivityPage> {
  const all = db.selectFrom('auditEntry').where('userId', '=', userId)
  const older = cursor === undefined ? all : all.where(isOlderThan(byAge, cursor))
  const found = await older
    .selectAll()
    .select(instantCursorOf(byAge).as('cursor'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { rows: entries, nextCursor } = cursorPage(found, limit)
  return { entries, nextCursor }
}

const byAge = { at: sql.ref<Date>('at'), id: sql.ref<string>('id') }
