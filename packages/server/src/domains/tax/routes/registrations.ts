import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/tax/registrations'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { createRegistration } from '../actions/create-registration.ts'
import { deleteRegistration } from '../actions/delete-registration.ts'
import type { TaxDeps } from '../actions/deps.ts'
import { updateRegistration } from '../actions/update-registration.ts'
import { presentRegistration } from '../present/registration.ts'
import {
  findRegistrationIn,
  listRegistrations,
  type TaxRegistrationRow,
} from '../store/registrations.ts'

export const registrationRoutes = (deps: TaxDeps): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
]

const listRoute = (deps: TaxDeps) =>
  serve(contract.listTaxRegistrations, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listRegistrations(kysely, organizationId, query)
    return pageAnswer(page, query, presentRegistration)
  })

const createRoute = (deps: TaxDeps) =>
  serve(contract.createTaxRegistration, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const created = await createRegistration(uow, { ...body, organizationId })
      return call.finish(uow, presentRegistration(created))
    })
  })

const updateRoute = (deps: TaxDeps) =>
  serve(contract.updateTaxRegistration, async (call) => {
    const { caller, params, body } = call
    const registration = await registrationOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, registration.organizationId, async (uow) => {
      const updated = await updateRegistration(uow, registration, body)
      return call.finish(uow, presentRegistration(updated))
    })
  })

const deleteRoute = (deps: TaxDeps) =>
  serve(contract.deleteTaxRegistration, async (call) => {
    const { caller, params } = call
    const registration = await registrationOf(deps, caller, params.id)
    await sellerUnitOfWork(deps, caller, registration.organizationId, async (uow) => {
      await deleteRegistration(uow, registration)
      await call.finish(uow, undefined)
    })
  })

const registrationOf = (
  deps: TaxDeps,
  caller: SellerCaller,
  id: Id<'taxRegistration'>,
): Promise<TaxRegistrationRow> => {
  const { reads } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findRegistrationIn(reads, within, id))
}
