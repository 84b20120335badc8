import * as contract from '@guildhall/contract/files/files'
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
import { deleteFile, updateFile } from '../actions/change-file.ts'
import { assembleUpload, clearIfDeleted, markUploaded } from '../actions/complete-upload.ts'
import type { FileDeletionDeps, FileDeps } from '../actions/deps.ts'
import { saveUpload, startUpload } from '../actions/start-upload.ts'
import { presentFile } from '../present/file.ts'
import { presentUpload } from '../present/upload.ts'
import { type FileRow, findFileIn, listFiles } from '../store/files.ts'

export const fileRoutes = (deps: FileDeletionDeps): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps),
  completeRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
]

const listRoute = (deps: FileDeps) =>
  serve(contract.listFiles, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listFiles(kysely, organizationId, query)
    return pageAnswer(page, query, (row) => presentFile(row, deps.config.server.url))
  })

const createRoute = (deps: FileDeps) =>
  serve(contract.createFile, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    const input = { ...body, organizationId }
    const upload = await startUpload(deps, input)
    try {
      return await sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
        const file = await saveUpload(uow, deps, input, upload)
        return call.finish(uow, presentUpload(file, upload, body.upload.parts))
      })
    } catch (error) {
      await deps.storage.abandonUpload(upload)
      throw error
    }
  })

const completeRoute = (deps: FileDeps) =>
  serve(contract.completeUpload, async (call) => {
    const { caller, params, body } = call
    const file = await requireFile(deps, caller, params.id)
    try {
      const verified = await assembleUpload(deps, file, body)
      return await sellerUnitOfWork(deps, caller, file.organizationId, async (uow) => {
        const uploaded = await markUploaded(uow, deps, file, verified)
        return call.finish(uow, presentFile(uploaded, deps.config.server.url))
      })
    } catch (error) {
      await clearIfDeleted(deps, file)
      throw error
    }
  })

const updateRoute = (deps: FileDeps) =>
  serve(contract.updateFile, async (call) => {
    const { caller, params, body } = call
    const file = await requireFile(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, file.organizationId, async (uow) => {
      const updated = await updateFile(uow, deps, file, body)
      return call.finish(uow, presentFile(updated, deps.config.server.url))
    })
  })

const deleteRoute = (deps: FileDeletionDeps) =>
  serve(contract.deleteFile, async (call) => {
    const { caller, params } = call
    const file = await requireFile(deps, caller, params.id)
    await sellerUnitOfWork(deps, caller, file.organizationId, async (uow) => {
      await deleteFile(uow, deps, file)
      await call.finish(uow, undefined)
    })
  })

const requireFile = (deps: FileDeps, caller: SellerCaller, id: Id<'file'>): Promise<FileRow> => {
  const { kysely } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findFileIn(kysely, within, id))
}
