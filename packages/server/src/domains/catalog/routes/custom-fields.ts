import * as contract from '@guildhall/contract/catalog/custom-fields'
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
import { createCustomField } from '../actions/create-custom-field.ts'
import { deleteCustomField } from '../actions/delete-custom-field.ts'
import type { CatalogDeps, CustomFieldDeps } from '../actions/deps.ts'
import { updateCustomField } from '../actions/update-custom-field.ts'
import { presentCustomField } from '../present/custom-field.ts'
import { type CustomFieldRow, findCustomFieldIn, listCustomFields } from '../store/custom-fields.ts'

export const customFieldRoutes = (deps: CustomFieldDeps): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
]

const listRoute = (deps: CatalogDeps) =>
  serve(contract.listCustomFields, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listCustomFields(kysely, organizationId, query)
    return pageAnswer(page, query, presentCustomField)
  })

const createRoute = (deps: CatalogDeps) =>
  serve(contract.createCustomField, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const created = await createCustomField(uow, { ...body, organizationId })
      return call.finish(uow, presentCustomField(created))
    })
  })

const getRoute = (deps: CatalogDeps) =>
  serve(contract.getCustomField, async ({ caller, params }) =>
    presentCustomField(await customFieldOf(deps, caller, params.id)),
  )

const updateRoute = (deps: CustomFieldDeps) =>
  serve(contract.updateCustomField, async (call) => {
    const { caller, params, body } = call
    const field = await customFieldOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, field.organizationId, async (uow) => {
      const updated = await updateCustomField(uow, deps, { key: field, input: body })
      return call.finish(uow, presentCustomField(updated))
    })
  })

const deleteRoute = (deps: CatalogDeps) =>
  serve(contract.deleteCustomField, async (call) => {
    const { caller, params } = call
    const field = await customFieldOf(deps, caller, params.id)
    await sellerUnitOfWork(deps, caller, field.organizationId, async (uow) => {
      await deleteCustomField(uow, deps, field)
      await call.finish(uow, undefined)
    })
  })

const customFieldOf = (
  deps: CatalogDeps,
  caller: SellerCaller,
  id: Id<'customField'>,
): Promise<CustomFieldRow> => {
  const { kysely } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findCustomFieldIn(kysely, within, id))
}
