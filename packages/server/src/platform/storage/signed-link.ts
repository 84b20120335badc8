import type { Keyring } from '../crypto/keyring.ts'

/** What a signature allows: words, of which the first names the purpose. */
type Permission = readonly [what: 'file part' | 'file download' | 'invoice', ...words: string[]]

/** The query of a signed address. */
interface Signed {
  readonly expires?: string | undefined
  readonly signature?: string | undefined
}

type Verdict = 'good' | 'invalid' | 'expired'

const signatureShape = /^([0-9a-f]{8})\.([\w-]{43})$/
const secondsShape = /^\d{1,12}$/

/** An address that is valid by its signature until a given time. */
export function signLink(
  keyring: Keyring,
  address: string,
  permission: Permission,
  expiresAt: Date,
): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000))
  const { keyId, mac } = keyring.sign([...permission, expires])
  return `${address}?expires=${expires}&signature=${keyId}.${mac.toString('base64url')}`
}

export function verifyLink(
  keyring: Keyring,
  { expires = '', signature: shown = '' }: Signed,
  permission: Permission,
  now: Date,
): Verdict {
  const [, keyId = '', mac = ''] = signatureShape.exec(shown) ?? []
  if (!secondsShape.test(expires) || mac === '') return 'invalid'
  const signature = { keyId, mac: Buffer.from(mac, 'base64url') }
  if (!keyring.verify([...permission, expires], signature)) return 'invalid'
  return now.getTime() < Number(expires) * 1000 ? 'good' : 'expired'
}
