import type { imageTypes } from '@guildhall/contract/files/shapes'

type ImageType = (typeof imageTypes)[number]

/** How many of the first bytes are checked. */
export const headBytes = 64 * 1024

const startsWith = (head: Buffer, bytes: string, at = 0): boolean =>
  head.subarray(at, at + bytes.length).toString('latin1') === bytes

const signatures: Readonly<Record<ImageType, (head: Buffer) => boolean>> = {
  'image/jpeg': (head) => startsWith(head, '\xff\xd8\xff'),
  'image/png': (head) => startsWith(head, '\x89PNG\r\n\x1a\n'),
  'image/gif': (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a'),
  'image/webp': (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8),
  'image/svg+xml': (head) => svgStart.test(head.toString('utf8')),
}

/** The root element after an optional byte order mark, declaration, comments and doctype. */
const svgStart =
  /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:(?:<!--[^]*?-->|<!doctype\s+svg\b[^>[]*(?:\[[^\]]*\])?\s*>)\s*)*<(?:svg:)?svg[\s>/]/i

/** Checks the first bytes of images; other types are not checked. */
export const looksLike = (mimeType: string, head: Buffer): boolean =>
  !isImageType(mimeType) || signatures[mimeType](head)

const isImageType = (mimeType: string): mimeType is ImageType => Object.hasOwn(signatures, mimeType)
