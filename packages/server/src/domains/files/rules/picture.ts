import { pictureBytesMax, pictureSideMax } from '@guildhall/contract/files/pictures'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { looksLike } from './image-type.ts'
import { bareJpeg } from './jpeg.ts'
import { barePng, type Sides } from './png.ts'

export type PictureFormat = 'png' | 'jpg'

export interface Picture {
  readonly format: PictureFormat
  readonly bytes: Buffer
}

/** The picture without metadata. What it is, its bytes say. */
export function decidePicture(
  given: Buffer,
): Picture | Refusal<'picture_too_large' | 'picture_not_supported'> {
  if (given.length > pictureBytesMax) return refuse('picture_too_large')
  const format = formatOf(given)
  if (format === null) return refuse('picture_not_supported')
  const bare = format === 'png' ? barePng(given) : bareJpeg(given)
  if (bare === null || !isDrawable(bare.sides)) return refuse('picture_not_supported')
  return { format, bytes: bare.bytes }
}

const formatOf = (bytes: Buffer): PictureFormat | null => {
  if (looksLike('image/png', bytes)) return 'png'
  return looksLike('image/jpeg', bytes) ? 'jpg' : null
}

const isDrawable = ({ width, height }: Sides): boolean =>
  [width, height].every((side) => side >= 1 && side <= pictureSideMax)

interface Stored {
  readonly id: string
  readonly ownerId: string
  readonly format: PictureFormat
}

export const pictureTypes: Readonly<Record<PictureFormat, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** The last part of its URL. */
export const pictureName = ({ id, format }: Pick<Stored, 'id' | 'format'>): string =>
  `${id}.${format}`

/** Where the bytes are stored: in a folder of their own, which is removed with them. */
export const picturePlace = (picture: Stored): string =>
  `picture/${picture.ownerId}/${picture.id}/${pictureName(picture)}`

/** Where pictures are served; the name follows. */
export const picturesPath = '/pictures'

/** Those whose URL the owner has no more. The URL of this server may have changed since. */
export const replacedPictures = <P extends Pick<Stored, 'id' | 'format'>>(
  pictures: readonly P[],
  shown: string | null,
): readonly P[] =>
  pictures.filter((picture) => shown?.endsWith(`${picturesPath}/${pictureName(picture)}`) !== true)
