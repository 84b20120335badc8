import {
  activityPageDefault,
  listActivity,
  listUserActivity,
} from '@guildhall/contract/identity/activity'
import type { Id } from '@guildhall/contract/primitives'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { presentActivity } from '../../present/activity.ts'
import { listActivity as listActivityOf } from '../../store/audit.ts'

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
