const lengthMax = 2048

/** Why this can't be the address of a picture, or null; empty is none. */
export function pictureMistake(address: string): string | null {
  if (address === '') return null
  if (address.length > lengthMax) return `Use at most ${lengthMax} characters.`
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' ? null : 'Enter an address that begins with https://'
}
