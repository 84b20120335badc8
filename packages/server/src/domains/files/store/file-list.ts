import type { QueryOf } from '@guildhall/contract/endpoint'
import type { listFiles as contract } from '@guildhall/contract/files/files'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { FileRow } from './files.ts'

/** Only what has been uploaded. */
export function listFiles(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { ids, ...listing }: QueryOf<typeof contract>,
): Promise<Page<FileRow>> {
  const matching = db
    .selectFrom('file')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where('isUploaded', '=', true)
    .$if(ids !== undefined, (of) => of.where('id', 'in', ids ?? []))
  return listPage(db, matching, listing, { columns: { created_at: 'createdAt' }, id: 'id' })
}
