import { pngChunk, pngOf } from './png.ts'

/** What a camera writes into a photo. */
export const secret = 'GPS 52.5163 13.3777'

const exif = Buffer.from(`Exif\0\0${secret}`)

/** With a place, a thumbnail's text and bytes after the image. */
export const taggedPng = (sides = { width: 8, height: 8 }): Buffer =>
  Buffer.concat([
    pngOf({
      ...sides,
      more: [pngChunk('eXIf', exif), pngChunk('tEXt', Buffer.from(`Comment\0${secret}`))],
    }),
    Buffer.from(`<script>${secret}</script>`),
  ])

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

function frame({ width, height }: { width: number; height: number }): Buffer {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  data.writeUInt16BE(height, 1)
  data.writeUInt16BE(width, 3)
  return segment(0xc0, data)
}

const startOfImage = Buffer.of(0xff, 0xd8)
const endOfImage = Buffer.of(0xff, 0xd9)
const tables = [segment(0xdb, Buffer.alloc(65, 1)), segment(0xc4, Buffer.alloc(19, 0))]
/** Its pixels have an escaped 0xff and a restart. */
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
])

/** The parts of a JPEG that are drawn. */
export const bareJpegOf = (sides = { width: 8, height: 8 }): Buffer =>
  Buffer.concat([startOfImage, ...tables, frame(sides), scan, endOfImage])

/** The same with a place, a thumbnail, a comment and bytes after the image. */
export const taggedJpeg = (sides = { width: 8, height: 8 }): Buffer =>
  Buffer.concat([
    startOfImage,
    segment(0xe0, Buffer.from(`JFXX\0${secret}`)),
    segment(0xe1, exif),
    segment(0xfe, Buffer.from(secret)),
    ...tables,
    frame(sides),
    scan,
    endOfImage,
    Buffer.from(secret),
  ])
