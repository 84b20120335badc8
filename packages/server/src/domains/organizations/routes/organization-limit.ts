import * as contract from '@guildhall/contract/organizations/organization-limit'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { findUser, originOf } from '../../identity/index.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { setOrganizationLimit } from '../actions/set-organization-limit.ts'
import { findOrganizationLimit } from '../store/organization-limits.ts'

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
