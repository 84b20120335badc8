/** An image that the head of an invoice can show. */
export interface Logo {
  readonly bytes: Uint8Array
  readonly format: 'png' | 'jpg'
}

const sideMax = 2_000
const sizeAt = 16

/** By its first bytes; null for what can’t be printed, or is too large to be decoded. */
export function logoOf(bytes: Buffer): Logo | null {
  const head = bytes.subarray(0, 8).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return { bytes, format: 'jpg' }
  if (head !== '\x89PNG\r\n\x1a\n' || bytes.length < sizeAt + 8) return null
  const sides = [bytes.readUInt32BE(sizeAt), bytes.readUInt32BE(sizeAt + 4)]
  return sides.every((side) => side > 0 && side <= sideMax) ? { bytes, format: 'png' } : null
}

/** The compressed pixels of a PNG. They may inflate to more than its sides say. */
export function pixelsOf(png: Uint8Array): Buffer {
  const bytes = Buffer.from(png)
  const parts: Buffer[] = []
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const isPixels = bytes.subarray(at + 4, at + 8).toString('latin1') === 'IDAT'
    if (isPixels) parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return Buffer.concat(parts)
}

const bytesPerPixelMax = 8

/** Each row has a byte for its filter. */
export const pixelBytesMax = sideMax * (sideMax * bytesPerPixelMax + 1)
