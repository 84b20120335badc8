import {
  ActivityDetails,
  type ActivityEntry,
  activityTitle,
} from '@guildhall/contract/identity/activity'
import type { AuditRow } from '../store/audit.ts'

/** Entries by operators hide where the operator was. */
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
