import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { FileDownloadTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { GrantRow } from './grants.ts'

type FileDownloadRow = Selectable<FileDownloadTable>

type DownloadKey = Pick<FileDownloadRow, 'organizationId' | 'grantId' | 'fileId'>

export const countDownload = async (
  tx: Transaction<Tables>,
  key: DownloadKey,
  now: Date,
): Promise<void> =>
  void (await tx
    .insertInto('fileDownload')
    .values({ ...key, downloads: 1, lastDownloadedAt: now })
    .onConflict((known) =>
      known.columns(['organizationId', 'grantId', 'fileId']).doUpdateSet({
        downloads: sql`file_download.downloads + 1`,
        lastDownloadedAt: now,
      }),
    )
    .execute())

type GrantKey = Pick<GrantRow, 'organizationId' | 'id'>

/** The last download first. */
export const findDownloads = (
  db: Kysely<Tables>,
  { organizationId, id }: GrantKey,
): Promise<FileDownloadRow[]> =>
  db
    .selectFrom('fileDownload')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('grantId', '=', id)
    .orderBy('lastDownloadedAt', 'desc')
    .orderBy('fileId')
    .execute()

/** The files that a grant gives now, in the seller’s order; none if it is revoked. */
export async function findOfferedFiles(
  db: Kysely<Tables>,
  { organizationId, benefitId, status }: GrantRow,
): Promise<Id<'file'>[]> {
  if (status !== 'granted') return []
  const { rows } = await sql<{ fileId: Id<'file'> }>`
    select file_id as "fileId" from offered_file
     where organization_id = ${organizationId} and benefit_id = ${benefitId}
     order by position, file_id`.execute(db)
  return rows.map(({ fileId }) => fileId)
}
