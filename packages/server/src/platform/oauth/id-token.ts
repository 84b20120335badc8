import {
  createRemoteJWKSet,
  customFetch,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { Clock } from '../clock.ts'
import { type FetchExternal, webFetch } from './external.ts'

interface IdTokenRule {
  /** `{tenantid}` stands for the token's own `tid`. */
  readonly issuers: readonly string[]
  readonly keysUrl: string
  readonly algorithms: readonly string[]
  readonly ageSecondsMax: number
}

interface ExpectedToken {
  readonly rule: IdTokenRule
  /** The accepted audiences. */
  readonly audiences: readonly string[]
  /**
   * The nonce the token must contain; null if none was sent, and then it must contain none. Left
   * out when either is accepted: for a refresh.
   */
  readonly nonce?: string | null
}

export type IdTokenVerifier = (
  token: string,
  expected: ExpectedToken,
) => Promise<{ readonly claims: JWTPayload } | { readonly failed: string }>

const clockToleranceSeconds = 30

/** Verifies signature and claims; the providers' keys are cached. */
export function idTokenVerifier(fetchExternal: FetchExternal, clock: Clock): IdTokenVerifier {
  const keys = new Map<string, JWTVerifyGetKey>()
  const keysAt = (url: string) => {
    const known = keys.get(url)
    if (known !== undefined) return known
    const fresh = createRemoteJWKSet(new URL(url), { [customFetch]: webFetch(fetchExternal) })
    keys.set(url, fresh)
    return fresh
  }
  return async (token, expected) => {
    const { rule, audiences } = expected
    try {
      const { payload } = await jwtVerify(token, keysAt(rule.keysUrl), {
        algorithms: [...rule.algorithms],
        audience: [...audiences],
        currentDate: clock.now(),
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: rule.ageSecondsMax,
        requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
      })
      const fault = faultOf(payload, expected)
      return fault === null ? { claims: payload } : { failed: fault }
    } catch (error) {
      return { failed: error instanceof Error ? error.message : 'unknown' }
    }
  }
}

function faultOf(claims: JWTPayload, { rule, audiences, nonce }: ExpectedToken): string | null {
  const issuers = rule.issuers.map((issuer) => issuer.replace('{tenantid}', tenantOf(claims)))
  if (!issuers.includes(claims.iss ?? '')) return 'the issuer is another'
  const isNonce = nonce === undefined || (claims['nonce'] ?? null) === nonce
  if (!isNonce) return 'the nonce is another'
  const party = claims['azp']
  const isShared = Array.isArray(claims.aud) && claims.aud.length > 1
  if (party === undefined) return isShared ? 'it is for several and names no party' : null
  const isOurs = typeof party === 'string' && audiences.includes(party)
  return isOurs ? null : 'the authorized party is another'
}

const tenantOf = ({ tid }: JWTPayload): string =>
  typeof tid === 'string' && /^[0-9a-f-]{36}$/i.test(tid) ? tid : 'none'
