import {
  activityPageDefault,
  listActivity,
  listUserActivity,
} from '@guildhall/contract/identity/activity'
import type { Id } from '@guildhall/contract/primitives'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { presentActivity } from '../actions/present-activity.ts'
import { listActivity as listActivityOf } from '../store/list-activity.ts'

export const activityRoutes = (parts: IdentityParts): readonly EndpointRoute[] => [
  serve(listActivity, ({ caller, query }) => activityOf(parts, caller.user.id, query)),
  serve(listUserActivity, ({ query }) => activityOf(parts, query.userId, query)),
]

async function activityOf(
  { workshop }: IdentityParts,
  userId: Id<'user'>,
  {
    limit = activityPageDefault,
    cursor,
  }: { limit?: number | undefined; cursor?: string | undefined },
) {
  const page = await listActivityOf(workshop.database.kysely, userId, { limit, cursor })
  return { activity: page.entries.map(presentActivity), nextCursor: page.nextCursor }
}
