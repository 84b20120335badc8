const signatureBytes = 8

export interface Sides {
  readonly width: number
  readonly height: number
}

/** What is needed to draw it; text, dates, Exif and color profiles are not. */
const drawn: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'IDAT',
  'IEND',
])

/** The same PNG of its drawn chunks only; null if it isn't one, or is incomplete. */
export function barePng(bytes: Buffer): { bytes: Buffer; sides: Sides } | null {
  const chunks = chunksIn(bytes)
  const first = chunks?.[0]
  const isWhole =
    first?.type === 'IHDR' &&
    first.bytes.length === headerBytes &&
    chunks?.some(({ type }) => type === 'IDAT') === true
  if (!isWhole) return null
  const kept = chunks.filter(({ type }) => drawn.has(type)).map((chunk) => chunk.bytes)
  return {
    bytes: Buffer.concat([bytes.subarray(0, signatureBytes), ...kept]),
    sides: { width: first.bytes.readUInt32BE(8), height: first.bytes.readUInt32BE(12) },
  }
}

/** Length, type and checksum of a chunk. */
const frameBytes = 12
/** Of a header, which has 13 bytes. */
const headerBytes = frameBytes + 13

interface Chunk {
  readonly type: string
  /** With its frame. */
  readonly bytes: Buffer
}

/** Up to the end of the image, whatever follows it; null if that is missing. */
function chunksIn(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = signatureBytes; at + frameBytes <= bytes.length; ) {
    const end = at + frameBytes + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length) return null
    chunks.push({ type, bytes: bytes.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  return null
}
