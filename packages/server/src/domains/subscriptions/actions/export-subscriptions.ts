import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { csvLine, exportedColumns, exportedLine } from '../rules/export-lines.ts'
import { listForExport } from '../store/subscription-list.ts'

const rowsAtOnce = 1000

/** All subscriptions of one, or of none, as CSV, a piece at a time: nobody holds them all. */
export async function* exportSubscriptions(
  db: Kysely<Tables>,
  organizationId: Id<'organization'> | null,
): AsyncGenerator<string> {
  yield csvLine(exportedColumns)
  if (organizationId === null) return
  let last: Awaited<ReturnType<typeof listForExport>>[number] | null = null
  for (;;) {
    const rows = await listForExport(db, organizationId, last, rowsAtOnce)
    yield rows.map(exportedLine).join('')
    last = rows.at(-1) ?? null
    if (rows.length < rowsAtOnce) return
  }
}

/** The same text as one JSON string, a piece at a time. */
export async function* asJsonString(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield '"'
  for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1)
  yield '"'
}
