import {
  ActivityDetails,
  type ActivityEntry,
  activityPageDefault,
  activityTitle,
  listActivity,
  listUserActivity,
} from '@guildhall/contract/identity/activity'
import type { Id } from '@guildhall/contract/primitives'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { type AuditRow, listActivity as listActivityOf } from '../../store/audit.ts'

export const activityRoutes = (deps: IdentityDeps): readonly OperationRoute[] => [
  serve(listActivity, ({ caller, query }) => activityOf(deps, caller.user.id, query)),
  serve(listUserActivity, ({ query }) => activityOf(deps, query.userId, query)),
]

async function activityOf(
  { uowFactory }: IdentityDeps,
  userId: Id<'user'>,
  {
    limit = activityPageDefault,
    cursor,
  }: { limit?: number | undefined; cursor?: string | undefined },
) {
  const page = await listActivityOf(uowFactory.database.kysely, userId, { limit, cursor })
  return { activity: page.entries.map(presentActivity), nextCursor: page.nextCursor }
}

/** Entries by operators hide where the operator was. */
function presentActivity(row: AuditRow): ActivityEntry {
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
