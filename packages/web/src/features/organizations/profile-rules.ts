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
  const address = logo.trim()
  return isUploaded(address) ? null : webAddressMistake(address, logoLengthMax)
}

/** What was uploaded lies at this server, which may do without https where it's tried out. */
function isUploaded(address: string): boolean {
  return typeof location !== 'undefined' && address.startsWith(`${location.origin}/`)
}
