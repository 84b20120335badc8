import type { ActivityAction, ActivityDetails } from '@guildhall/contract/identity/activity'
import type { Id } from '@guildhall/contract/primitives'
import type { Selectable, Transaction } from 'kysely'
import type { AuditEntryTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { newId } from '../../../platform/ids.ts'

export type AuditRow = Selectable<AuditEntryTable>

export interface AuditEntry {
  /** Whom it concerns; null where nobody has the name that was tried. */
  readonly userId: Id<'user'> | null
  /** Who did it, where that was not the user. */
  readonly actorId?: Id<'user'> | null
  readonly action: ActivityAction
  readonly succeeded?: boolean
  readonly from: Origin
  readonly details?: ActivityDetails
}

/** Where a request came from, as records keep it. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
  /** Who is behind it where an operator acts as the user. */
  readonly operatorId?: Id<'user'>
}

/** Its time is the database's, which also decides the partition. */
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
