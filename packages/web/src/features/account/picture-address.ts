import { image } from '@guildhall/contract/identity/shapes'
import { webAddress } from '#/lib/web-address.ts'

/** The URL of a picture; empty for none. */
export const pictureSchema = webAddress(image)
