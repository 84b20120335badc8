export interface ByteRange {
  readonly first: number
  readonly last: number
}

interface RangeHeaders {
  readonly range?: string | undefined
  readonly 'if-range'?: string | string[] | undefined
}

interface RangedFile {
  readonly size: number
  readonly checksumEtag: string | null
}

export const etagOf = ({ checksumEtag }: Pick<RangedFile, 'checksumEtag'>): string =>
  `"${checksumEtag}"`

/** What a request asks for. A range of another version would corrupt the client’s copy. */
export const requestedRange = (
  headers: RangeHeaders,
  file: RangedFile,
): ReturnType<typeof parseRange> =>
  [undefined, etagOf(file)].includes(headers['if-range']?.toString())
    ? parseRange(headers.range, file.size)
    : null

/** A download that was interrupted continues with a later range. */
export function beginsDownload(headers: RangeHeaders, file: RangedFile): boolean {
  const range = requestedRange(headers, file)
  return range === null || (range !== 'unsatisfiable' && range.first === 0)
}

/**
 * Null for the whole file: if the header is absent, names several ranges or uses another unit. HTTP
 * allows a server to ignore such headers.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const bytes = Math.min(Number(to), size)
    return bytes === 0 ? 'unsatisfiable' : { first: size - bytes, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= size ? 'unsatisfiable' : { first, last }
}
