import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { csvParts } from '../../../platform/http/csv-answer.ts'
import { exportedColumns, exportedLine } from '../rules/csv-export.ts'
import { listForExport } from '../store/subscription-list.ts'

type Exported = Awaited<ReturnType<typeof listForExport>>[number]

/** CSV in parts, so that memory stays flat; only the header without an organization. */
export const exportSubscriptions = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'> | null,
): AsyncIterable<string> =>
  csvParts<Exported>(
    exportedColumns,
    async (after, limit) =>
      organizationId === null ? [] : listForExport(db, organizationId, after, limit),
    (rows) => rows.map(exportedLine).join(''),
  )
