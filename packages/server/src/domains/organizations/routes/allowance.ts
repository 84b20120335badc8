import * as contract from '@guildhall/contract/organizations/allowance'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { findUser, originOf } from '../../identity/index.ts'
import type { OrganizationParts } from '../actions/parts.ts'
import { setAllowance } from '../actions/set-allowance.ts'
import { findAllowance } from '../store/allowances.ts'

export const allowanceRoutes = (parts: OrganizationParts): readonly EndpointRoute[] => [
  getRoute(parts),
  setRoute(parts),
]

const getRoute = ({ workshop, config }: OrganizationParts) =>
  serve(contract.getOrganizationLimit, async ({ query: { userId } }) => {
    const { kysely } = workshop.database
    if ((await findUser(kysely, userId)) === undefined) throw new Problem('user_not_found')
    return { limit: await findAllowance(kysely, userId), default: config.organizations.limit }
  })

const setRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.setOrganizationLimit, async (call) => {
    const { userId, limit } = call.body
    const act = { operatorId: call.caller.user.id, userId, from: originOf(call) }
    await work(workshop, {}, (unit) => setAllowance(unit, act, limit))
    return { limit }
  })
