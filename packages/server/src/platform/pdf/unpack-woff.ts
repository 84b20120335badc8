import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflated = promisify(inflate)

const woffHeaderLength = 44
const woffEntryLength = 20
const headerLength = 12
const entryLength = 16

/**
 * The same font with uncompressed tables. The renderer would decompress the glyph table again for
 * each glyph.
 */
export async function unpackWoff(woff: Buffer): Promise<Buffer> {
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(headerLength + count * entryLength)
  woff.copy(header, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(2 ** power * entryLength, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE((count - 2 ** power) * entryLength, 10)
  const pieces: Buffer[] = [header]
  let end = header.length
  for (let at = 0; at < count; at++) {
    const entry = woff.subarray(woffHeaderLength + at * woffEntryLength)
    const table = await tableOf(woff, entry)
    const place = headerLength + at * entryLength
    // The tag, and the checksum.
    entry.copy(header, place, 0, 4)
    entry.copy(header, place + 4, 16, 20)
    header.writeUInt32BE(end, place + 8)
    header.writeUInt32BE(table.length, place + 12)
    // Each table begins at a multiple of four.
    const padding = Buffer.alloc(-table.length & 3)
    pieces.push(table, padding)
    end += table.length + padding.length
  }
  return Buffer.concat(pieces)
}

/** Tables that would not shrink are stored uncompressed. */
async function tableOf(woff: Buffer, entry: Buffer): Promise<Buffer> {
  const [offset, packedLength, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at))
  const packed = woff.subarray(offset, (offset ?? 0) + (packedLength ?? 0))
  return packedLength === length ? packed : inflated(packed)
}
