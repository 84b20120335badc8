import { Readable } from 'node:stream'
import { csvLine } from '../../kernel/csv.ts'
import { type DirectAnswer, directAnswer } from './direct-answer.ts'

interface CsvFile {
  readonly name: string
  readonly accept: string | undefined
}

/**
 * A file of which no more than a part is in memory. The official client accepts only JSON; other
 * clients get the CSV file.
 */
export function csvAnswer(
  { name, accept }: CsvFile,
  parts: AsyncIterable<string> | Readable,
): DirectAnswer {
  const isJson = accept?.includes('application/json') === true
  const named = { 'content-disposition': `attachment; filename="${name}"` }
  return directAnswer(
    200,
    {
      'content-type': isJson ? 'application/json' : 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
      ...(!isJson && named),
    },
    bodyOf(parts, isJson),
  )
}

function bodyOf(parts: AsyncIterable<string> | Readable, isJson: boolean): Readable {
  const source = parts instanceof Readable ? parts : Readable.from(parts)
  if (!isJson) return source
  const body = Readable.from(asJsonString(source))
  // A generator that never began doesn't end what it would have read.
  return body.once('close', () => source.destroy())
}

/** The same text as one JSON string, in the same parts. */
async function* asJsonString(texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield '"'
  for await (const text of texts) yield JSON.stringify(text).slice(1, -1)
  yield '"'
}

const partSize = 1_000

/** The lines of all rows below the header, read in parts that begin after the last row. */
export async function* csvParts<Row>(
  columns: readonly string[],
  read: (after: Row | null, limit: number) => Promise<readonly Row[]>,
  lineOf: (rows: readonly Row[]) => string | Promise<string>,
): AsyncGenerator<string> {
  yield csvLine(columns)
  let last: Row | null = null
  for (;;) {
    const rows: readonly Row[] = await read(last, partSize)
    yield await lineOf(rows)
    last = rows.at(-1) ?? null
    if (rows.length < partSize) return
  }
}
