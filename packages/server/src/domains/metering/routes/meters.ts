import * as contract from '@guildhall/contract/metering/meters'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  itemOf,
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from '../../organizations/index.ts'
import { createMeter } from '../actions/create-meter.ts'
import type { MeterParts } from '../actions/parts.ts'
import { presentMeter } from '../actions/present-meter.ts'
import { updateMeter } from '../actions/update-meter.ts'
import { listMeters } from '../store/meter-list.ts'
import { findMeterIn, type MeterRow } from '../store/meters.ts'

/** What a seller counts. */
export const meterRoutes = (parts: MeterParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  getRoute(parts),
  updateRoute(parts),
]

const listRoute = (parts: MeterParts) =>
  serve(contract.listMeters, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listMeters(kysely, organizationId, query)
    return pageAnswer(page, query, presentMeter)
  })

const createRoute = (parts: MeterParts) =>
  serve(contract.createMeter, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const created = await createMeter(unit, { ...body, organizationId })
      return call.finish(unit, presentMeter(created))
    })
  })

const getRoute = (parts: MeterParts) =>
  serve(contract.getMeter, async ({ caller, params }) =>
    presentMeter(await meterOf(parts, caller, params.id)),
  )

const updateRoute = (parts: MeterParts) =>
  serve(contract.updateMeter, async (call) => {
    const { caller, params, body } = call
    const meter = await meterOf(parts, caller, params.id)
    return sellerWork(parts, caller, meter.organizationId, async (unit) => {
      const updated = await updateMeter(unit, meter, body)
      return call.finish(unit, presentMeter(updated))
    })
  })

const meterOf = (parts: MeterParts, caller: Seller, id: Id<'meter'>): Promise<MeterRow> => {
  const { kysely } = parts.workshop.database
  return itemOf(parts, caller, (within) => findMeterIn(kysely, within, id))
}
