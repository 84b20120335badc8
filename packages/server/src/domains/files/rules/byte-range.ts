export interface ByteRange {
  readonly first: number
  readonly last: number
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
