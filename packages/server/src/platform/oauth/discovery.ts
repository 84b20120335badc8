import * as oauth from 'oauth4webapi'
import type { Clock } from '../clock.ts'
import { type FetchExternal, isInsecure, webFetch } from './external.ts'

/** The metadata of an OpenID provider, as far as it is used. */
interface Discovered {
  readonly issuer: string
  readonly alwaysNamesIssuer: boolean
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly userInfoUrl: string | null
  readonly keysUrl: string
  /** What the token endpoint accepts, the preferred one first. */
  readonly tokenAuthentications: readonly TokenAuthentication[]
  readonly algorithms: readonly string[]
}

/** Fetches or returns the cached metadata; null when it can't be fetched or is incomplete. */
export type Discovery = (issuer: string) => Promise<Discovered | { readonly failed: string }>

const cacheMilliseconds = 3_600_000

export function discovery(fetchExternal: FetchExternal, clock: Clock): Discovery {
  const cache = new Map<string, { readonly found: Discovered; readonly until: number }>()
  return async (issuer) => {
    const known = cache.get(issuer)
    if (known !== undefined && known.until > clock.monotonicMilliseconds()) return known.found
    try {
      const found = await discover(fetchExternal, issuer)
      const until = clock.monotonicMilliseconds() + cacheMilliseconds
      cache.set(issuer, { found, until })
      return found
    } catch (error) {
      // Metadata from an hour ago is better than failing every sign-in.
      return known?.found ?? { failed: error instanceof Error ? error.message : 'unknown' }
    }
  }
}

async function discover(fetchExternal: FetchExternal, issuer: string): Promise<Discovered> {
  const url = new URL(issuer)
  const response = await oauth.discoveryRequest(url, {
    [oauth.customFetch]: webFetch(fetchExternal),
    [oauth.allowInsecureRequests]: isInsecure(issuer),
  })
  const metadata = await oauth.processDiscoveryResponse(url, response)
  return {
    issuer: metadata.issuer,
    alwaysNamesIssuer: metadata.authorization_response_iss_parameter_supported === true,
    authorizeUrl: webUrl('authorization_endpoint', metadata.authorization_endpoint),
    tokenUrl: webUrl('token_endpoint', metadata.token_endpoint),
    userInfoUrl: metadata.userinfo_endpoint ?? null,
    keysUrl: webUrl('jwks_uri', metadata.jwks_uri),
    tokenAuthentications: authenticationsOf(metadata),
    algorithms: algorithmsOf(metadata),
  }
}

function webUrl(name: string, value: string | undefined): string {
  if (value !== undefined && /^https?:\/\//.test(value) && URL.canParse(value)) return value
  throw new Error(`the provider names no ${name}`)
}

type TokenAuthentication = 'basic' | 'post'

/** OpenID Connect's default is the header. A provider that names neither is sent the form. */
function authenticationsOf(metadata: oauth.AuthorizationServer): readonly TokenAuthentication[] {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (!methods.includes('client_secret_basic')) return ['post']
  return methods.includes('client_secret_post') ? ['basic', 'post'] : ['basic']
}

/** Asymmetric signatures only. `none` signs nothing, and with HS256 the client could sign, too. */
const safeAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

function algorithmsOf(metadata: oauth.AuthorizationServer): readonly string[] {
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const safe = offered.filter((algorithm) => safeAlgorithms.includes(algorithm))
  if (safe.length === 0) throw new Error('the provider signs id tokens by no safe algorithm')
  return safe
}
