import { imageTypes } from '@guildhall/contract/files/shapes'

const mebibyte = 1024 * 1024

/** For the dialog that chooses files. */
export const pictureTypes = imageTypes.join(',')

/** Why this file can't be such a picture, or null. */
export function pictureMistake({ type, size }: Pick<File, 'type' | 'size'>, bytesMax: number) {
  if (!imageTypes.some((known) => known === type)) {
    return 'This is no picture that browsers show. Choose a JPEG, PNG, GIF, WebP or SVG.'
  }
  if (size === 0) return 'This file is empty.'
  return size > bytesMax
    ? `This is too large. Choose one of up to ${bytesMax / mebibyte} MB.`
    : null
}
