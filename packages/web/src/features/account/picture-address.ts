import { webAddressMistake } from '../../lib/web-address.ts'

const lengthMax = 2048

/** Why this can't be the address of a picture, or null; empty is none. */
export function pictureMistake(address: string): string | null {
  return webAddressMistake(address, lengthMax)
}
