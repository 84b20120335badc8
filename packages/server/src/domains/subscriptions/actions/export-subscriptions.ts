import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { csvLine, exportedColumns, exportedLine } from '../rules/csv-export.ts'
import { listForExport } from '../store/subscription-list.ts'

const batchSize = 1000

/** CSV in batches, so that memory stays flat; only the header without an organization. */
export async function* exportSubscriptions(
  db: Kysely<Tables>,
  organizationId: Id<'organization'> | null,
): AsyncGenerator<string> {
  yield csvLine(exportedColumns)
  if (organizationId === null) return
  let last: Awaited<ReturnType<typeof listForExport>>[number] | null = null
  for (;;) {
    const rows = await listForExport(db, organizationId, last, batchSize)
    yield rows.map(exportedLine).join('')
    last = rows.at(-1) ?? null
    if (rows.length < batchSize) return
  }
}

/** The same text as one JSON string, in the same batches. */
export async function* asJsonString(texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield '"'
  for await (const text of texts) yield JSON.stringify(text).slice(1, -1)
  yield '"'
}
