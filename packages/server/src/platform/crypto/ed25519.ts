import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { assert } from '../../kernel/assert.ts'

interface SigningKeyPair {
  /** The 32 bytes of the public key. */
  readonly publicKey: Buffer
  /** PKCS #8 in base64. */
  readonly privateKey: string
}

export function makeSigningKeyPair(): SigningKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  assert(x !== undefined, 'a public key of Ed25519 is one coordinate')
  return {
    publicKey: Buffer.from(x, 'base64url'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}

interface SigningKey extends Pick<SigningKeyPair, 'privateKey'> {
  readonly id: string
}

/** A JSON Web Signature in its compact form (RFC 7515, RFC 8037). */
export function signClaims(
  claims: Readonly<Record<string, unknown>>,
  { id, privateKey }: SigningKey,
): string {
  const signed = [{ alg: 'EdDSA', typ: 'JWT', kid: id }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = createPrivateKey({
    key: Buffer.from(privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}
