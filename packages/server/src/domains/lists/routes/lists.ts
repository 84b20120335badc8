import * as contract from '@guildhall/contract/lists/lists'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  authorizeSeller,
  getForSeller,
  requirePerson,
  resolveOrganization,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { ListDeps } from '../actions/deps.ts'
import { createSavedView, updateSavedView } from '../actions/saved-views.ts'
import { presentSavedView } from '../present/saved-view.ts'
import { findListColumns, saveListColumns } from '../store/list-columns.ts'
import {
  deleteSavedView,
  findOwnViewIn,
  listSavedViews,
  type OwnList,
  type OwnViewKey,
} from '../store/saved-views.ts'

export const listRoutes = (deps: ListDeps): readonly OperationRoute[] => [
  getSettingsRoute(deps),
  updateSettingsRoute(deps),
  createRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
]

const getSettingsRoute = (deps: ListDeps) =>
  serve(contract.getListSettings, async ({ caller, params }) => {
    const own = await ownListOf(deps, caller, params)
    return settingsOf(deps.uowFactory.database.kysely, own)
  })

const updateSettingsRoute = (deps: ListDeps) =>
  serve(contract.updateListSettings, async (call) => {
    const { caller, params, body } = call
    const own = await ownListOf(deps, caller, params)
    return sellerUnitOfWork(deps, caller, own.organizationId, async (uow) => {
      // Under this lock the membership stays, to which the row refers.
      await authorizeSeller(uow, deps, caller, own.organizationId)
      await saveListColumns(uow.tx, own, body.columns)
      return call.finish(uow, await settingsOf(uow.tx, own))
    })
  })

const createRoute = (deps: ListDeps) =>
  serve(contract.createSavedView, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    const userId = requirePerson(caller).user.id
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      await authorizeSeller(uow, deps, caller, organizationId)
      const created = await createSavedView(uow, deps, { ...body, organizationId, userId })
      return call.finish(uow, presentSavedView(created))
    })
  })

const updateRoute = (deps: ListDeps) =>
  serve(contract.updateSavedView, async (call) => {
    const key = await ownViewOf(deps, call.caller, call.params.id)
    return sellerUnitOfWork(deps, call.caller, key.organizationId, async (uow) => {
      const updated = await updateSavedView(uow, deps, key, call.body)
      return call.finish(uow, presentSavedView(updated))
    })
  })

const deleteRoute = (deps: ListDeps) =>
  serve(contract.deleteSavedView, async (call) => {
    const key = await ownViewOf(deps, call.caller, call.params.id)
    await sellerUnitOfWork(deps, call.caller, key.organizationId, async (uow) => {
      await deleteSavedView(uow.tx, key)
      await call.finish(uow, undefined)
    })
  })

interface NamedList {
  readonly id: Id<'organization'>
  readonly list: contract.ListName
}

async function ownListOf(
  deps: ListDeps,
  caller: SellerCaller,
  { id: organizationId, list }: NamedList,
): Promise<OwnList> {
  await getForSeller(deps, caller, async (within) =>
    within.includes(organizationId) ? { organizationId } : undefined,
  )
  return { organizationId, userId: requirePerson(caller).user.id, list }
}

async function settingsOf(db: Kysely<Tables>, own: OwnList) {
  const columns = await findListColumns(db, own)
  const views = await listSavedViews(db, own)
  return { columns: columns && [...columns], views: views.map(presentSavedView) }
}

/** Views of other people are refused like missing ones. */
function ownViewOf(deps: ListDeps, caller: SellerCaller, id: Id<'savedView'>): Promise<OwnViewKey> {
  const { kysely } = deps.uowFactory.database
  const userId = requirePerson(caller).user.id
  return getForSeller(deps, caller, (within) => findOwnViewIn(kysely, within, { userId, id }))
}
