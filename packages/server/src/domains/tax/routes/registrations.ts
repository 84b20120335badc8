import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/tax/registrations'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  itemOf,
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from '../../organizations/index.ts'
import { createRegistration } from '../actions/create-registration.ts'
import { deleteRegistration } from '../actions/delete-registration.ts'
import type { TaxParts } from '../actions/parts.ts'
import { presentRegistration } from '../actions/present-registration.ts'
import { updateRegistration } from '../actions/update-registration.ts'
import { listRegistrations } from '../store/registration-list.ts'
import { findRegistrationIn, type TaxRegistrationRow } from '../store/registrations.ts'

/** Where a seller collects tax. */
export const registrationRoutes = (parts: TaxParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  updateRoute(parts),
  deleteRoute(parts),
]

const listRoute = (parts: TaxParts) =>
  serve(contract.listTaxRegistrations, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listRegistrations(kysely, organizationId, query)
    return pageAnswer(page, query, presentRegistration)
  })

const createRoute = (parts: TaxParts) =>
  serve(contract.createTaxRegistration, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const created = await createRegistration(unit, { ...body, organizationId })
      return call.finish(unit, presentRegistration(created))
    })
  })

const updateRoute = (parts: TaxParts) =>
  serve(contract.updateTaxRegistration, async (call) => {
    const { caller, params, body } = call
    const registration = await registrationOf(parts, caller, params.id)
    return sellerWork(parts, caller, registration.organizationId, async (unit) => {
      const updated = await updateRegistration(unit, registration, body)
      return call.finish(unit, presentRegistration(updated))
    })
  })

const deleteRoute = (parts: TaxParts) =>
  serve(contract.deleteTaxRegistration, async (call) => {
    const { caller, params } = call
    const registration = await registrationOf(parts, caller, params.id)
    await sellerWork(parts, caller, registration.organizationId, async (unit) => {
      await deleteRegistration(unit, registration)
      await call.finish(unit, undefined)
    })
  })

const registrationOf = (
  parts: TaxParts,
  caller: Seller,
  id: Id<'taxRegistration'>,
): Promise<TaxRegistrationRow> => {
  const { reads } = parts.workshop.database
  return itemOf(parts, caller, (within) => findRegistrationIn(reads, within, id))
}
