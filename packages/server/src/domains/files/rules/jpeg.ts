import type { Sides } from './png.ts'

const end = 0xd9
const scan = 0xda
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const tables: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd])
/** Tells how colors are stored. */
const adobe = 0xee

/**
 * The same JPEG of its drawn segments only, so without Exif, thumbnails, comments and color
 * profiles; null if it isn't one, or is incomplete.
 */
export function bareJpeg(bytes: Buffer): { bytes: Buffer; sides: Sides } | null {
  const segments = segmentsIn(bytes)
  const frame = segments?.find(({ marker }) => frames.has(marker))
  const hasScan = segments?.some(({ marker }) => marker === scan)
  if (segments == null || frame === undefined || hasScan !== true) return null
  if (frame.bytes.length < 9) return null
  const kept = segments.filter(({ marker }) => isDrawn(marker)).map((segment) => segment.bytes)
  return {
    bytes: Buffer.concat([bytes.subarray(0, 2), ...kept]),
    sides: { width: frame.bytes.readUInt16BE(7), height: frame.bytes.readUInt16BE(5) },
  }
}

const isDrawn = (marker: number): boolean =>
  frames.has(marker) || tables.has(marker) || [scan, end, adobe].includes(marker)

interface Segment {
  readonly marker: number
  /** With its marker and, of a scan, its pixels. */
  readonly bytes: Buffer
}

/** Up to the end of the image, whatever follows it; null if that is missing. */
function segmentsIn(bytes: Buffer): Segment[] | null {
  const segments: Segment[] = []
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === end) return [...segments, { marker, bytes: bytes.subarray(at, at + 2) }]
    if (at + 4 > bytes.length) return null
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    const until = marker === scan ? endOfPixels(bytes, next) : next
    if (until > bytes.length || until < at + 4) return null
    segments.push({ marker, bytes: bytes.subarray(at, until) })
    at = until
  }
  return null
}

/** Among pixels, 0xff is followed by 0 or by the number of a restart. */
function endOfPixels(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && isAmongPixels(bytes[at + 1] ?? end)) at = bytes.indexOf(0xff, at + 2)
  return at === -1 ? bytes.length : at
}

const isAmongPixels = (marker: number): boolean =>
  marker === 0 || (marker >= 0xd0 && marker <= 0xd7)
