/** Without letters and digits that are easily confused. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 8

/** A random discount code. */
export function randomCode(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(drawn, (byte) => signs.charAt(byte % signs.length)).join('')
}
