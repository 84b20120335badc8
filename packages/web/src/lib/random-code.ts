/** Letters and digits that nobody mistakes for one another. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 8

/** A code that nobody guesses. */
export function randomCode(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(drawn, (byte) => signs.charAt(byte % signs.length)).join('')
}
