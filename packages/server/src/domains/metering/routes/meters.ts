import * as contract from '@guildhall/contract/metering/meters'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { createMeter } from '../actions/create-meter.ts'
import type { MeterDeps } from '../actions/deps.ts'
import { updateMeter } from '../actions/update-meter.ts'
import { presentMeter } from '../present/meter.ts'
import { findMeterIn, listMeters, type MeterRow } from '../store/meters.ts'

export const meterRoutes = (deps: MeterDeps): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
]

const listRoute = (deps: MeterDeps) =>
  serve(contract.listMeters, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listMeters(kysely, organizationId, query)
    return pageAnswer(page, query, presentMeter)
  })

const createRoute = (deps: MeterDeps) =>
  serve(contract.createMeter, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const created = await createMeter(uow, deps, { ...body, organizationId })
      return call.finish(uow, presentMeter(created))
    })
  })

const getRoute = (deps: MeterDeps) =>
  serve(contract.getMeter, async ({ caller, params }) =>
    presentMeter(await meterOf(deps, caller, params.id)),
  )

const updateRoute = (deps: MeterDeps) =>
  serve(contract.updateMeter, async (call) => {
    const { caller, params, body } = call
    const meter = await meterOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, meter.organizationId, async (uow) => {
      const updated = await updateMeter(uow, deps, meter, body)
      return call.finish(uow, presentMeter(updated))
    })
  })

const meterOf = (deps: MeterDeps, caller: SellerCaller, id: Id<'meter'>): Promise<MeterRow> => {
  const { kysely } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findMeterIn(kysely, within, id))
}
