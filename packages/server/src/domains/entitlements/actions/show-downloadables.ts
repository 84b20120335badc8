import { type Downloadable } from '@guildhall/contract/portal/downloadables'
import type { Id } from '@guildhall/contract/primitives'
import { fileFactsOf } from '../../files/present/file.ts'
import { findFiles } from '../../files/store/files.ts'
import { downloadableIdOf } from '../rules/downloads.ts'
import type { DownloadableRow } from '../store/downloadables.ts'
import type { DownloadDeps } from './deps.ts'
import { makeDownloadLink } from './download-link.ts'

/** Files that were deleted meanwhile are left out. */
export async function showDownloadables(
  deps: DownloadDeps,
  organizationId: Id<'organization'>,
  rows: readonly DownloadableRow[],
): Promise<Downloadable[]> {
  const ids = [...new Set(rows.map(({ fileId }) => fileId))]
  const found = await findFiles(deps.uowFactory.database.kysely, organizationId, ids)
  const files = new Map(found.map((one) => [one.id, one]))
  return rows.flatMap((row): Downloadable[] => {
    const file = files.get(row.fileId)
    if (file === undefined) return []
    const download = { ...makeDownloadLink(deps, { organizationId, ...row }), headers: {} }
    return [
      {
        id: downloadableIdOf(row),
        benefitId: row.benefitId,
        file: { ...fileFactsOf(file), service: 'downloadable', download },
      },
    ]
  })
}
