/** Each invitation is a mail, so a batch is limited. */
const addressesMax = 20

/**
 * The distinct addresses in a text, separated by commas, semicolons, spaces or newlines, without
 * the names that mail programs add.
 */
export function readAddresses(text: string): string[] {
  const bare = text.replace(/"[^"]*"\s*(?=<)/g, '').replace(/[^,;\n<]*<([^>]*)>/g, ' $1 ')
  const typed = bare.split(/[\s,;]+/).filter((part) => part !== '')
  const once = new Map(typed.map((address) => [address.toLowerCase(), address]))
  return [...once.values()]
}

/** Why these can’t be invited, or null; the server validates each again. */
export function addressesMistake(text: string): string | null {
  const addresses = readAddresses(text)
  if (addresses.length === 0) return 'Enter an email address.'
  if (addresses.length > addressesMax) return `Invite at most ${addressesMax} people at once.`
  const odd = addresses.find((address) => !/^[^@]+@[^@]+$/.test(address))
  return odd === undefined ? null : `“${odd}” isn’t an email address.`
}
