import { imageTypes } from '@guildhall/contract/files/shapes'

const mebibyte = 1024 * 1024

/** For the file dialog’s `accept`. */
export const pictureTypes = imageTypes.join(',')

/** Why this file can’t be used as a picture, or null. */
export function pictureMistake({ type, size }: Pick<File, 'type' | 'size'>, bytesMax: number) {
  if (!imageTypes.some((known) => known === type)) {
    return 'This file type is not supported. Choose a JPEG, PNG, GIF, WebP or SVG image.'
  }
  if (size === 0) return 'This file is empty.'
  return size > bytesMax
    ? `This file is too large. Choose one of up to ${bytesMax / mebibyte} MB.`
    : null
}
