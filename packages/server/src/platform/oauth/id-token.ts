import {
  createRemoteJWKSet,
  customFetch,
  errors,
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
  const keySets = new Map<string, KeySet>()
  const keySetAt = (url: string) => {
    const known = keySets.get(url)
    if (known !== undefined) return known
    const keys = createRemoteJWKSet(new URL(url), { [customFetch]: webFetch(fetchExternal) })
    const fresh = { keys, reloadableFrom: 0 }
    keySets.set(url, fresh)
    return fresh
  }
  return async (token, expected) => {
    const { rule, audiences } = expected
    const verify = (keys: JWTVerifyGetKey) =>
      jwtVerify(token, keys, {
        algorithms: [...rule.algorithms],
        audience: [...audiences],
        currentDate: clock.now(),
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: rule.ageSecondsMax,
        requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
      })
    try {
      const keySet = keySetAt(rule.keysUrl)
      const { payload } = await verify(keySet.keys).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
        if (!(await reload(keySet, clock))) throw error
        return verify(keySet.keys)
      })
      const fault = faultOf(payload, expected)
      return fault === null ? { claims: payload } : { failed: fault }
    } catch (error) {
      return { failed: error instanceof Error ? error.message : 'unknown' }
    }
  }
}

interface KeySet {
  readonly keys: ReturnType<typeof createRemoteJWKSet>
  reloadableFrom: number
}

/** Forged tokens must not make this server ask without pause. */
const reloadPauseMilliseconds = 1_000

/** A provider may have replaced a key and kept its id. False if the keys were just reloaded. */
async function reload(keySet: KeySet, clock: Clock): Promise<boolean> {
  const now = clock.monotonicMilliseconds()
  if (now < keySet.reloadableFrom) return false
  keySet.reloadableFrom = now + reloadPauseMilliseconds
  await keySet.keys.reload()
  return true
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
