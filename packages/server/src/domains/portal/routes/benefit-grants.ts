import * as contract from '@guildhall/contract/portal/benefit-grants'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { customerUnitOfWork } from '../../customers/actions/customer-unit-of-work.ts'
import {
  findGrantOfCustomer,
  listGrantsOfCustomer,
} from '../../entitlements/store/customer-grants.ts'
import { chooseAccount } from '../actions/choose-account.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { showGrant, showGrants } from '../actions/show-grants.ts'
import { missingCode } from '../rules/single-purchase.ts'

export const benefitGrantRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
  updateRoute(deps),
]

const listRoute = (deps: PortalDeps) =>
  serve(contract.listPortalGrants, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listGrantsOfCustomer(kysely, caller, query)
    const shown = await showGrants(deps, { db: kysely, viewer: caller }, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalGrant, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await findGrantOfCustomer(kysely, caller, params.id)
    if (row === undefined) throw new Problem(missingCode(caller))
    return showGrant(deps, { db: kysely, viewer: caller }, row)
  })

const updateRoute = (deps: PortalDeps) =>
  serve(contract.updatePortalGrant, async (call) => {
    const { caller, params, body } = call
    return customerUnitOfWork(deps, caller, async (uow) => {
      const viewed = { db: uow.tx, viewer: caller }
      const before = await findGrantOfCustomer(uow.tx, caller, params.id)
      if (before === undefined) throw new Problem('not_found')
      await chooseAccount(uow, deps, { grant: before, choice: body })
      const row = await findGrantOfCustomer(uow.tx, caller, params.id)
      return call.finish(uow, await showGrant(deps, viewed, row ?? before))
    })
  })
