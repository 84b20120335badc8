import { endPortalSession, introspectPortalSession } from '@guildhall/contract/portal/session'
import { frozenTime } from '../../../platform/clock.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { endOwnSession } from '../../customers/actions/end-customer-sessions.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { addressOf } from '../actions/session-address.ts'

export const sessionRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  serve(introspectPortalSession, async ({ caller }) => {
    const { expiresAt, checkoutId, organizationId } = caller
    const frozenAt = await frozenTime(deps.uowFactory.database.kysely, organizationId)
    return { expiresAt, checkoutId, email: await addressOf(deps, caller), frozenAt }
  }),
  serve(endPortalSession, ({ caller }) => endOwnSession(deps, caller)),
]
