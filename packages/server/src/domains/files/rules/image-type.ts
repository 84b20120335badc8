import type { imageTypes } from '@guildhall/contract/files/shapes'

type ImageType = (typeof imageTypes)[number]

/** So many of the first bytes tell what kind of picture it is. */
export const headBytes = 64 * 1024

const startsWith = (head: Buffer, bytes: string, at = 0): boolean =>
  head.subarray(at, at + bytes.length).toString('latin1') === bytes

const looks: Readonly<Record<ImageType, (head: Buffer) => boolean>> = {
  'image/jpeg': (head) => startsWith(head, '\xff\xd8\xff'),
  'image/png': (head) => startsWith(head, '\x89PNG\r\n\x1a\n'),
  'image/gif': (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a'),
  'image/webp': (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8),
  'image/svg+xml': (head) => svgStart.test(head.toString('utf8')),
}

/** The root of the document, behind what may stand before it. */
const svgStart =
  /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:(?:<!--[^]*?-->|<!doctype\s+svg\b[^>[]*(?:\[[^\]]*\])?\s*>)\s*)*<(?:svg:)?svg[\s>/]/i

/** Whether the bytes begin as such a picture does; anything but a picture may be anything. */
export const looksLike = (mimeType: string, head: Buffer): boolean =>
  !isImageType(mimeType) || looks[mimeType](head)

const isImageType = (mimeType: string): mimeType is ImageType => Object.hasOwn(looks, mimeType)
