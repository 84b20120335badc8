import * as oauth from 'oauth4webapi'
import type { Clock } from '../clock.ts'
import { isInsecure, type Outside, webFetch } from './outside.ts'

/** What an OpenID provider says of itself, as far as we use it. */
interface Discovered {
  readonly issuer: string
  readonly alwaysNamesIssuer: boolean
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly userInfoUrl: string | null
  readonly keysUrl: string
  readonly tokenAuthentication: 'post' | 'basic'
  readonly algorithms: readonly string[]
}

/** Asks the provider, or remembers; null where it can't be asked or doesn't say what is needed. */
export type Discovery = (issuer: string) => Promise<Discovered | { readonly failed: string }>

const rememberedMilliseconds = 3_600_000

export function discovery(outside: Outside, clock: Clock): Discovery {
  const remembered = new Map<string, { readonly found: Discovered; readonly until: number }>()
  return async (issuer) => {
    const known = remembered.get(issuer)
    if (known !== undefined && known.until > clock.monotonicMilliseconds()) return known.found
    try {
      const found = await discover(outside, issuer)
      const until = clock.monotonicMilliseconds() + rememberedMilliseconds
      remembered.set(issuer, { found, until })
      return found
    } catch (error) {
      // What was true an hour ago is better than nobody signing in.
      return known?.found ?? { failed: error instanceof Error ? error.message : 'unknown' }
    }
  }
}

async function discover(outside: Outside, issuer: string): Promise<Discovered> {
  const url = new URL(issuer)
  const response = await oauth.discoveryRequest(url, {
    [oauth.customFetch]: webFetch(outside),
    [oauth.allowInsecureRequests]: isInsecure(issuer),
  })
  const said = await oauth.processDiscoveryResponse(url, response)
  return {
    issuer: said.issuer,
    alwaysNamesIssuer: said.authorization_response_iss_parameter_supported === true,
    authorizeUrl: webUrl('authorization_endpoint', said.authorization_endpoint),
    tokenUrl: webUrl('token_endpoint', said.token_endpoint),
    userInfoUrl: said.userinfo_endpoint ?? null,
    keysUrl: webUrl('jwks_uri', said.jwks_uri),
    tokenAuthentication: authenticationOf(said),
    algorithms: algorithmsOf(said),
  }
}

function webUrl(name: string, value: string | undefined): string {
  if (value !== undefined && /^https?:\/\//.test(value) && URL.canParse(value)) return value
  throw new Error(`the provider names no ${name}`)
}

/** OpenID Connect's default is the header. */
function authenticationOf(said: oauth.AuthorizationServer): 'post' | 'basic' {
  const methods = said.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? 'basic' : 'post'
}

/** Signatures by a key pair. `none` signs nothing, and with HS256 the client could sign, too. */
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

function algorithmsOf(said: oauth.AuthorizationServer): readonly string[] {
  const offered = said.id_token_signing_alg_values_supported ?? ['RS256']
  const safe = offered.filter((algorithm) => safeAlgorithms.includes(algorithm))
  if (safe.length === 0) throw new Error('the provider signs id tokens by no safe algorithm')
  return safe
}
