import {
  ActivityDetails,
  type ActivityEntry,
  activityTitle,
} from '@guildhall/contract/identity/activity'
import type { AuditRow } from '../store/audit.ts'

/** Who reads their own activity learns what an operator did, but not from where. */
export function presentActivity(row: AuditRow): ActivityEntry {
  const isByUser = row.actorId === null
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    title: activityTitle(row.action, row.succeeded),
    succeeded: row.succeeded,
    operatorId: row.actorId,
    ipAddress: isByUser ? row.ipAddress : '',
    userAgent: isByUser ? row.userAgent : '',
    details: ActivityDetails.parse(row.details),
  }
}
