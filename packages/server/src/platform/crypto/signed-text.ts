import type { Keyring } from './keyring.ts'

const keyIdLength = 8

/**
 * A secret that is derived from the server's own instead of stored, so that the database alone
 * reveals none. The words begin with its purpose.
 */
export function signedText(keyring: Keyring, words: readonly string[]): string {
  const { keyId, mac } = keyring.sign(words)
  return `${keyId}${mac.toString('base64url')}`
}

export const isSignedText = (keyring: Keyring, words: readonly string[], text: string): boolean =>
  keyring.verify(words, {
    keyId: text.slice(0, keyIdLength),
    mac: Buffer.from(text.slice(keyIdLength), 'base64url'),
  })
