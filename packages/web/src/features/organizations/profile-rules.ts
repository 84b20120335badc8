import { logoLengthMax, nameLengthMax } from '@guildhall/contract/organizations/shapes'
import { webAddressMistake } from '../../lib/web-address.ts'

/** Why this can't be an organization's name, or null. */
export function nameMistake(name: string): string | null {
  const length = name.trim().length
  if (length === 0) return 'Enter a name.'
  return length > nameLengthMax ? `Use at most ${nameLengthMax} characters.` : null
}

/** Why this can't be the address of its picture, or null; empty is none. */
export function logoMistake(logo: string): string | null {
  return webAddressMistake(logo.trim(), logoLengthMax)
}
