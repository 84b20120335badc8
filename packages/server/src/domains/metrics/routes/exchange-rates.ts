import * as contract from '@guildhall/contract/metrics/exchange-rates'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  actorOf,
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { findReportingCurrency } from '../actions/reporting-currency.ts'
import { importRates, removeRate, setRate } from '../actions/set-rates.ts'
import { presentRate } from '../present/exchange-rate.ts'
import { findRateIn, listRates } from '../store/exchange-rates.ts'

export const exchangeRateRoutes = (deps: MetricsDeps): readonly OperationRoute[] => [
  listRoute(deps),
  setRoute(deps),
  importRoute(deps),
  deleteRoute(deps),
]

const listRoute = (deps: MetricsDeps) =>
  serve(contract.listExchangeRates, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return pageAnswer(emptyPage, query, presentRate)
    const { reads } = deps.uowFactory.database
    const reportingCurrency = await findReportingCurrency(reads, organizationId)
    const page =
      reportingCurrency === null
        ? emptyPage
        : await listRates(reads, { organizationId, reportingCurrency }, query)
    return pageAnswer(page, query, presentRate)
  })

const setRoute = (deps: MetricsDeps) =>
  serve(contract.setExchangeRate, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const actor = actorOf(caller)
      const set = await setRate(uow, { organizationId, actor, rate: body })
      return call.finish(uow, presentRate(set))
    })
  })

const importRoute = (deps: MetricsDeps) =>
  serve(contract.importExchangeRates, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const actor = actorOf(caller)
      const imported = await importRates(uow, { organizationId, actor, csv: body.csv })
      return call.finish(uow, imported)
    })
  })

const deleteRoute = (deps: MetricsDeps) =>
  serve(contract.deleteExchangeRate, async (call) => {
    const { caller, params } = call
    const { reads } = deps.uowFactory.database
    const found = await getForSeller(deps, caller, (within) => findRateIn(reads, within, params.id))
    await sellerUnitOfWork(deps, caller, found.organizationId, async (uow) => {
      await removeRate(uow, found)
      await call.finish(uow, undefined)
    })
  })
