import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

export type SignedBy = 'its key' | 'another key' | 'none' | 'HS256'

export interface TokenKeys {
  readonly privateKey: CryptoKey
  readonly otherKey: CryptoKey
  readonly jwk: Readonly<Record<string, unknown>>
}

export async function makeKeys(): Promise<TokenKeys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const other = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'stand-in', alg: 'RS256', use: 'sig' }
  return { privateKey, otherKey: other.privateKey, jwk }
}

/** Signs a token as its issuer would, or as an attacker might. */
export async function sign(
  claims: Record<string, unknown>,
  { privateKey, otherKey, jwk }: TokenKeys,
  by: SignedBy,
): Promise<string> {
  if (by === 'none') {
    const part = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url')
    return `${part({ alg: 'none', kid: 'stand-in' })}.${part(claims)}.`
  }
  const header = { alg: by === 'HS256' ? 'HS256' : 'RS256', kid: 'stand-in' }
  const signing = new SignJWT(claims).setProtectedHeader(header)
  if (by === 'HS256') return signing.sign(Buffer.from(String(jwk['n']), 'base64url'))
  return signing.sign(by === 'another key' ? otherKey : privateKey)
}
