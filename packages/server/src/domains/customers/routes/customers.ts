import { Readable } from 'node:stream'
import * as contract from '@guildhall/contract/customers/customers'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { csvAnswer } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  actorOf,
  resolveOrganization,
  resolveOrganizationFilter,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { createCustomer } from '../actions/create-customer.ts'
import { deleteCustomer } from '../actions/delete-customer.ts'
import type { CustomerChangeDeps, CustomerDeps } from '../actions/deps.ts'
import { exportCustomers } from '../actions/export-customers.ts'
import { updateCustomerAsSeller } from '../actions/update-customer.ts'
import { presentCustomer } from '../present/customer.ts'
import { exportedCustomers } from '../present/exported-customer.ts'
import { listCustomers } from '../store/customer-list.ts'
import { requireCustomer } from './require-customer.ts'

export const customerRoutes = (deps: CustomerChangeDeps): readonly OperationRoute[] => [
  listRoute(deps),
  exportRoute(deps),
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
]

const listRoute = (deps: CustomerDeps) =>
  serve(contract.listCustomers, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listCustomers(kysely, organizationId, query)
    return pageAnswer(page, query, presentCustomer)
  })

const exportRoute = (deps: CustomerDeps) =>
  serve(contract.exportCustomers, async ({ caller, query, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    return csvAnswer(
      { name: 'customers.csv', accept: headers.accept },
      organizationId === null
        ? Readable.from([exportedCustomers(query.columns).head])
        : await exportCustomers(deps.uowFactory.database, organizationId, query),
    )
  })

const createRoute = (deps: CustomerDeps) =>
  serve(contract.createCustomer, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const created = await createCustomer(uow, { ...body, organizationId })
      return call.finish(uow, presentCustomer(created))
    })
  })

const getRoute = (deps: CustomerDeps) =>
  serve(contract.getCustomer, async ({ caller, params }) =>
    presentCustomer(await requireCustomer(deps, caller, params.id)),
  )

const updateRoute = (deps: CustomerChangeDeps) =>
  serve(contract.updateCustomer, async (call) => {
    const { caller, params, body } = call
    const customer = await requireCustomer(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, customer.organizationId, async (uow) => {
      const updated = await updateCustomerAsSeller(uow, deps, { key: customer, update: body })
      return call.finish(uow, presentCustomer(updated))
    })
  })

const deleteRoute = (deps: CustomerChangeDeps) =>
  serve(contract.deleteCustomer, async (call) => {
    const { caller, params, query } = call
    const customer = await requireCustomer(deps, caller, params.id)
    const choice = {
      forfeitsBalance: query.forfeitBalance,
      isErased: query.anonymize,
      actor: actorOf(caller),
    }
    await sellerUnitOfWork(deps, caller, customer.organizationId, async (uow) => {
      await deleteCustomer(uow, deps, { key: customer, ...choice })
      await call.finish(uow, undefined)
    })
  })
