import { image } from '@guildhall/contract/identity/shapes'
import { pictureAddress } from '#/entities/file/picture-address.ts'

/** The URL of a picture; empty for none. */
export const pictureSchema = pictureAddress(image)
