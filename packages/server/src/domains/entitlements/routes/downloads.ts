import {
  type FileDownloads,
  listDownloadsOfGrant,
} from '@guildhall/contract/entitlements/downloads'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findAnyFiles } from '../../files/store/files.ts'
import { getForSeller } from '../../organizations/actions/seller.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { downloadsOf } from '../rules/downloads.ts'
import { findDownloads, findOfferedFiles } from '../store/downloads.ts'
import { findGrantIn, type GrantRow } from '../store/grants.ts'

export const downloadRoutes = (
  deps: Pick<EntitlementDeps, 'uowFactory'>,
): readonly OperationRoute[] => [
  serve(listDownloadsOfGrant, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const grant = await getForSeller(deps, caller, (within) =>
      findGrantIn(kysely, within, params.id),
    )
    return { items: await showDownloads(kysely, grant) }
  }),
]

/** What the holder of a grant has downloaded, and can download now. */
async function showDownloads(db: Kysely<Tables>, grant: GrantRow): Promise<FileDownloads[]> {
  const [offered, counted] = await Promise.all([
    findOfferedFiles(db, grant),
    findDownloads(db, grant),
  ])
  const shown = downloadsOf(offered, counted)
  const ids = shown.map(({ fileId }) => fileId)
  const files = new Map(
    (await findAnyFiles(db, grant.organizationId, ids)).map((one) => [one.id, one]),
  )
  return shown.map(({ fileId, downloads, lastDownloadedAt, isAvailable }) => {
    const file = files.get(fileId)
    assert(file !== undefined, 'files keep their rows')
    const { name, versionName: version } = file
    return { fileId, name, version, downloads, lastDownloadedAt, isAvailable }
  })
}
