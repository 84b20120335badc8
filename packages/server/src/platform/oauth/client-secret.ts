import { importPKCS8, SignJWT } from 'jose'
import type { Clock } from '../clock.ts'
import type { SigningKey } from '../config/sign-in-client.ts'

const lifetimeSeconds = 300

interface Client {
  readonly clientId: string
  readonly clientSecret: string | SigningKey
}

/** The stored secret, or a token signed now in its place. */
export async function clientSecretOf(
  { clientId, clientSecret }: Client,
  server: { readonly issuer: string | null; readonly tokenUrl: string },
  clock: Clock,
): Promise<string> {
  if (typeof clientSecret === 'string') return clientSecret
  const { issuer, keyId, privateKey } = clientSecret
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(issuer)
    .setSubject(clientId)
    .setAudience(server.issuer ?? server.tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(await importPKCS8(privateKey, 'ES256'))
}
