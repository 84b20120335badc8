/** So many are invited in one go; each is a mail. */
const addressesMax = 20

/**
 * The addresses in a text, each once: apart by commas, semicolons, spaces or lines, and without
 * the names that mail programs put before them.
 */
export function readAddresses(text: string): string[] {
  const bare = text.replace(/"[^"]*"\s*(?=<)/g, '').replace(/[^,;\n<]*<([^>]*)>/g, ' $1 ')
  const typed = bare.split(/[\s,;]+/).filter((part) => part !== '')
  const once = new Map(typed.map((address) => [address.toLowerCase(), address]))
  return [...once.values()]
}

/** Why these can't be invited, or null; the server has the last word on each. */
export function addressesMistake(text: string): string | null {
  const addresses = readAddresses(text)
  if (addresses.length === 0) return 'Enter an e-mail address.'
  if (addresses.length > addressesMax) return `Invite at most ${addressesMax} people at once.`
  const odd = addresses.find((address) => !/^[^@]+@[^@]+$/.test(address))
  return odd === undefined ? null : `“${odd}” isn’t an e-mail address.`
}
