import * as contract from '@guildhall/contract/catalog/custom-fields'
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
import { createCustomField } from '../actions/create-custom-field.ts'
import { deleteCustomField } from '../actions/delete-custom-field.ts'
import type { CatalogParts } from '../actions/parts.ts'
import { presentCustomField } from '../actions/present-custom-field.ts'
import { updateCustomField } from '../actions/update-custom-field.ts'
import { listCustomFields } from '../store/custom-field-list.ts'
import { type CustomFieldRow, findCustomFieldIn } from '../store/custom-fields.ts'

/** What a seller asks buyers for. */
export const customFieldRoutes = (parts: CatalogParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  getRoute(parts),
  updateRoute(parts),
  deleteRoute(parts),
]

const listRoute = (parts: CatalogParts) =>
  serve(contract.listCustomFields, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listCustomFields(kysely, organizationId, query)
    return pageAnswer(page, query, presentCustomField)
  })

const createRoute = (parts: CatalogParts) =>
  serve(contract.createCustomField, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const created = await createCustomField(unit, { ...body, organizationId })
      return call.finish(unit, presentCustomField(created))
    })
  })

const getRoute = (parts: CatalogParts) =>
  serve(contract.getCustomField, async ({ caller, params }) =>
    presentCustomField(await customFieldOf(parts, caller, params.id)),
  )

const updateRoute = (parts: CatalogParts) =>
  serve(contract.updateCustomField, async (call) => {
    const { caller, params, body } = call
    const field = await customFieldOf(parts, caller, params.id)
    return sellerWork(parts, caller, field.organizationId, async (unit) => {
      const updated = await updateCustomField(unit, field, body)
      return call.finish(unit, presentCustomField(updated))
    })
  })

const deleteRoute = (parts: CatalogParts) =>
  serve(contract.deleteCustomField, async (call) => {
    const { caller, params } = call
    const field = await customFieldOf(parts, caller, params.id)
    await sellerWork(parts, caller, field.organizationId, async (unit) => {
      await deleteCustomField(unit, parts, field)
      await call.finish(unit, undefined)
    })
  })

const customFieldOf = (
  parts: CatalogParts,
  caller: Seller,
  id: Id<'customField'>,
): Promise<CustomFieldRow> => {
  const { kysely } = parts.workshop.database
  return itemOf(parts, caller, (within) => findCustomFieldIn(kysely, within, id))
}
