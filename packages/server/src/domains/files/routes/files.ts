import * as contract from '@guildhall/contract/files/files'
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
import { beginUpload, noteUpload } from '../actions/begin-upload.ts'
import { deleteFile, updateFile } from '../actions/change-file.ts'
import { clearIfGone, markUploaded, putTogether } from '../actions/complete-upload.ts'
import type { FileDeletionParts, FileParts } from '../actions/parts.ts'
import { presentFile } from '../actions/present-file.ts'
import { presentUpload } from '../actions/present-upload.ts'
import { listFiles } from '../store/file-list.ts'
import { type FileRow, findFileIn } from '../store/files.ts'

/** What a seller uploads. */
export const fileRoutes = (parts: FileDeletionParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  completeRoute(parts),
  updateRoute(parts),
  deleteRoute(parts),
]

const listRoute = (parts: FileParts) =>
  serve(contract.listFiles, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listFiles(kysely, organizationId, query)
    return pageAnswer(page, query, (row) => presentFile(row, parts.config.server.url))
  })

const createRoute = (parts: FileParts) =>
  serve(contract.createFile, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    const wish = { ...body, organizationId }
    const begun = await beginUpload(parts, wish)
    try {
      return await sellerWork(parts, caller, organizationId, async (unit) => {
        const file = await noteUpload(unit, parts, wish, begun)
        return call.finish(unit, presentUpload(file, begun, body.upload.parts))
      })
    } catch (error) {
      await parts.storage.abandonUpload(begun)
      throw error
    }
  })

const completeRoute = (parts: FileParts) =>
  serve(contract.completeUpload, async (call) => {
    const { caller, params, body } = call
    const file = await fileOf(parts, caller, params.id)
    try {
      const sound = await putTogether(parts, file, body)
      return await sellerWork(parts, caller, file.organizationId, async (unit) => {
        const uploaded = await markUploaded(unit, parts, file, sound)
        return call.finish(unit, presentFile(uploaded, parts.config.server.url))
      })
    } catch (error) {
      await clearIfGone(parts, file)
      throw error
    }
  })

const updateRoute = (parts: FileParts) =>
  serve(contract.updateFile, async (call) => {
    const { caller, params, body } = call
    const file = await fileOf(parts, caller, params.id)
    return sellerWork(parts, caller, file.organizationId, async (unit) => {
      const updated = await updateFile(unit, parts, file, body)
      return call.finish(unit, presentFile(updated, parts.config.server.url))
    })
  })

const deleteRoute = (parts: FileDeletionParts) =>
  serve(contract.deleteFile, async (call) => {
    const { caller, params } = call
    const file = await fileOf(parts, caller, params.id)
    await sellerWork(parts, caller, file.organizationId, async (unit) => {
      await deleteFile(unit, parts, file)
      await call.finish(unit, undefined)
    })
  })

const fileOf = (parts: FileParts, caller: Seller, id: Id<'file'>): Promise<FileRow> => {
  const { kysely } = parts.workshop.database
  return itemOf(parts, caller, (within) => findFileIn(kysely, within, id))
}
