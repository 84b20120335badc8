const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/**
 * The length of the whole response, or null until it is known. Anything but a 200 or 201 fails
 * the bench.
 */
export function responseLength(received: Buffer): number | null {
  const end = received.indexOf(headEnd)
  if (end < 0) return null
  const head = received.toString('latin1', 0, end)
  if (!/^HTTP\/1\.1 20[01] /.test(head))
    throw new Error(`unexpected response: ${received.toString()}`)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return end + headEnd.length + Number(length)
  const last = received.indexOf(lastChunk, end)
  return last < 0 ? null : last + lastChunk.length
}
