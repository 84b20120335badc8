import { crc32, deflateSync } from 'node:zlib'

interface Picture {
  readonly width: number
  readonly height: number
  /** As many rows as the pixels have, where that differs from the height. */
  readonly rows?: number
  /** Further chunks, before the pixels. */
  readonly more?: readonly Buffer[]
}

const bytesPerPixel = 4

/** A green PNG with an alpha channel. */
export function pngOf({ width, height, rows = height, more = [] }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  header.writeUInt8(6, 9)
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * bytesPerPixel, '1f6b4aff', 'hex')])
  const pixels = Buffer.alloc(row.length * rows, row)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
