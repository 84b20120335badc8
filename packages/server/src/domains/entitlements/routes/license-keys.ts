import { Readable } from 'node:stream'
import type { ListedLicenseKey } from '@guildhall/contract/entitlements/license-key-shapes'
import * as contract from '@guildhall/contract/entitlements/license-keys'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { streamRows } from '../../../platform/database/stream-rows.ts'
import { csvAnswer } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { changeLicenseKey, rotateLicenseKey } from '../actions/change-license-key.ts'
import type { LicenseDeps } from '../actions/deps.ts'
import {
  showLicenseKey,
  showListedLicenseKeys,
  showWithActivations,
} from '../actions/show-license-keys.ts'
import { exportedLicenseKeys } from '../present/exported-license-key.ts'
import { presentActivation } from '../present/license-key.ts'
import { deleteActivation, findActivations } from '../store/license-activations.ts'
import { licenseKeysToExport, listLicenseKeys } from '../store/license-key-list.ts'
import { findLicenseKeyIn, type LicenseKeyRow } from '../store/license-keys.ts'

export const licenseKeyRoutes = (deps: LicenseDeps): readonly OperationRoute[] => [
  listRoute(deps),
  exportRoute(deps),
  getRoute(deps),
  getActivationRoute(deps),
  updateRoute(deps),
  rotateRoute(deps),
  removeActivationRoute(deps),
]

const requireKey = (
  deps: LicenseDeps,
  caller: SellerCaller,
  id: Id<'licenseKey'>,
): Promise<LicenseKeyRow> =>
  getForSeller(deps, caller, (within) =>
    findLicenseKeyIn(deps.uowFactory.database.kysely, within, id),
  )

const listRoute = ({ uowFactory, keyring }: LicenseDeps) =>
  serve(contract.listLicenseKeys, async ({ caller, query }) => {
    const { kysely } = uowFactory.database
    const { organizationId: given, ...filters } = query
    const organizationId = await resolveOrganizationFilter({ uowFactory }, caller, given)
    if (organizationId === null) {
      return pageAnswer<ListedLicenseKey, ListedLicenseKey>(
        { rows: [], total: 0 },
        query,
        (one) => one,
      )
    }
    const { rows, total } = await listLicenseKeys(kysely, organizationId, filters)
    const shown = await showListedLicenseKeys(kysely, keyring, organizationId, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const exportRoute = ({ uowFactory }: LicenseDeps) =>
  serve(contract.exportLicenseKeys, async ({ caller, query, headers }) => {
    const { columns, organizationId: given, ...filters } = query
    const organizationId = await resolveOrganizationFilter({ uowFactory }, caller, given)
    const { head, lineOf } = exportedLicenseKeys(columns)
    return csvAnswer(
      { name: 'license-keys.csv', accept: headers.accept },
      organizationId === null
        ? Readable.from([head])
        : await streamRows(uowFactory.database, {
            head,
            select: (tx) => licenseKeysToExport(tx, organizationId, filters),
            textOf: lineOf,
          }),
    )
  })

const getRoute = (deps: LicenseDeps) =>
  serve(contract.getLicenseKey, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await requireKey(deps, caller, params.id)
    return showWithActivations(kysely, deps.keyring, row)
  })

const getActivationRoute = (deps: LicenseDeps) =>
  serve(contract.getLicenseActivation, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await requireKey(deps, caller, params.id)
    const [activation] = await findActivations(kysely, row.organizationId, [params.activationId])
    if (activation?.licenseKeyId !== row.id) throw new Problem('not_found')
    const licenseKey = await showLicenseKey(kysely, deps.keyring, row)
    return { ...presentActivation(activation), licenseKey }
  })

const updateRoute = (deps: LicenseDeps) =>
  serve(contract.updateLicenseKey, async (call) => {
    const { caller, params, body } = call
    const { organizationId, id } = await requireKey(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const row = await changeLicenseKey(uow, deps, { organizationId, id }, body)
      return call.finish(uow, await showLicenseKey(uow.tx, deps.keyring, row))
    })
  })

const rotateRoute = (deps: LicenseDeps) =>
  serve(contract.rotateLicenseKey, async (call) => {
    const { caller, params, body } = call
    const { organizationId, id } = await requireKey(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const row = await rotateLicenseKey(uow, deps, { organizationId, id }, body)
      return call.finish(uow, await showLicenseKey(uow.tx, deps.keyring, row))
    })
  })

const removeActivationRoute = (deps: LicenseDeps) =>
  serve(contract.removeLicenseActivation, async (call) => {
    const { caller, params } = call
    const { organizationId, id } = await requireKey(deps, caller, params.id)
    await sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const key = { organizationId, id }
      if (!(await deleteActivation(uow.tx, key, params.activationId)))
        throw new Problem('not_found')
      await call.finish(uow, undefined)
    })
  })
