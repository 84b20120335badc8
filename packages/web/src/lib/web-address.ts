/** Why this can't be an address on the web, or null; empty is none. */
export function webAddressMistake(address: string, lengthMax: number): string | null {
  if (address === '') return null
  if (address.length > lengthMax) return `Use at most ${lengthMax} characters.`
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' ? null : 'Enter an address that begins with https://'
}
