import { Readable } from 'node:stream'
import * as contract from '@guildhall/contract/orders/disputes'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { streamRows } from '../../../platform/database/stream-rows.ts'
import { csvAnswer } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { getForSeller, resolveOrganizationFilter } from '../../organizations/actions/seller.ts'
import type { OrderDeps } from '../actions/deps.ts'
import { showDispute, showDisputes } from '../actions/show-disputes.ts'
import { exportedDisputes } from '../present/exported-dispute.ts'
import { disputesToExport, listDisputes } from '../store/dispute-list.ts'
import { findDisputeIn } from '../store/disputes.ts'

type Deps = Pick<OrderDeps, 'uowFactory'>

export const disputeRoutes = (deps: Deps): readonly OperationRoute[] => [
  listRoute(deps),
  exportRoute(deps),
  getRoute(deps),
]

const listRoute = (deps: Deps) =>
  serve(contract.listDisputes, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return pageAnswer(emptyPage, query, (one) => one)
    return runUnitOfWork(deps.uowFactory, { organizationId }, async ({ tx, now }) => {
      const { rows, total } = await listDisputes(tx, organizationId, query)
      const shown = await showDisputes(tx, rows, now)
      return pageAnswer({ rows: shown, total }, query, (one) => one)
    })
  })

const exportRoute = (deps: Deps) =>
  serve(contract.exportDisputes, async ({ caller, query: { columns, ...query }, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { head, lineOf } = exportedDisputes(columns)
    return csvAnswer(
      { name: 'disputes.csv', accept: headers.accept },
      organizationId === null
        ? Readable.from([head])
        : await streamRows(deps.uowFactory.database, {
            head,
            select: (tx) => disputesToExport(tx, organizationId, query),
            textOf: lineOf,
          }),
    )
  })

const getRoute = (deps: Deps) =>
  serve(contract.getDispute, async ({ caller, params }) => {
    const { reads } = deps.uowFactory.database
    const dispute = await getForSeller(deps, caller, (within) =>
      findDisputeIn(reads, within, params.id),
    )
    return runUnitOfWork(deps.uowFactory, dispute, ({ tx, now }) => showDispute(tx, dispute, now))
  })
