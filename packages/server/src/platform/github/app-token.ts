import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Clock } from '../clock.ts'
import { StartFailure } from '../start-failure.ts'

/** GitHub accepts ten minutes at most, and its clock may be behind ours. */
const lifetimeSeconds = 540
const driftSeconds = 60

/** Authenticates the app itself, rather than a user or an installation. */
export async function appToken(
  { appId, privateKey }: { readonly appId: string; readonly privateKey: KeyObject },
  clock: Clock,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(appId)
    .setIssuedAt(now - driftSeconds)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(privateKey)
}

/** GitHub issues keys in PKCS #1, which not every library reads. */
export function appKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new StartFailure('GUILDHALL_GITHUB_APP_PRIVATE_KEY is not the private key of an app')
  }
}
