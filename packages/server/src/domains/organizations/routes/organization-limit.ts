import * as contract from '@guildhall/contract/organizations/organization-limit'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  authorizeOperator,
  lockTarget,
  type OperatorAct,
  recordOperatorAct,
} from '../../identity/actions/administration/operator-act.ts'
import { originOf } from '../../identity/actions/origin.ts'
import { findUser } from '../../identity/store/users/users.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { findOrganizationLimit, saveOrganizationLimit } from '../store/organization-limits.ts'

export const organizationLimitRoutes = (deps: OrganizationDeps): readonly OperationRoute[] => [
  getRoute(deps),
  setRoute(deps),
]

const getRoute = ({ uowFactory, config }: OrganizationDeps) =>
  serve(contract.getOrganizationLimit, async ({ query: { userId } }) => {
    const { kysely } = uowFactory.database
    if ((await findUser(kysely, userId)) === undefined) throw new Problem('user_not_found')
    return {
      limit: await findOrganizationLimit(kysely, userId),
      default: config.organizations.limit,
    }
  })

const setRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.setOrganizationLimit, async (call) => {
    const { userId, limit } = call.body
    const act = { operatorId: call.caller.user.id, userId, from: originOf(call) }
    await runUnitOfWork(uowFactory, {}, (uow) => setOrganizationLimit(uow, act, limit))
    return { limit }
  })

/** Null resets the user to the default limit. */
async function setOrganizationLimit(
  uow: UnitOfWork,
  act: OperatorAct,
  organizationsMax: number | null,
): Promise<void> {
  await authorizeOperator(uow, act, 'user:update')
  await lockTarget(uow, act)
  await saveOrganizationLimit(uow.tx, act.userId, organizationsMax)
  await recordOperatorAct(uow, act, 'admin.set-organization-limit', { organizationsMax })
}
