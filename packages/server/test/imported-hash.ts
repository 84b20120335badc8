import { scryptSync } from 'node:crypto'

/** A password hash in the format of the server that users are imported from. */
export function importedHash(password: string): string {
  const salt = '8ee2fbe4b2a44b6c9d9c8a63b81e1f2d'
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  return `${salt}:${scryptSync(password.normalize('NFKC'), salt, 64, cost).toString('hex')}`
}
