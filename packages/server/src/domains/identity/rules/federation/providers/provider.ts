import { at, textAt } from './json-path.ts'

/** A person's profile as a provider reports it, not yet validated. */
export interface RawProfile {
  readonly subject: unknown
  readonly email?: unknown
  /** Only what the provider itself verified. Absent if it doesn't say. */
  readonly emailVerified?: unknown
  readonly name?: unknown
  readonly image?: unknown
}

/** The sources of a profile. */
interface ProfileFacts {
  /** The claims of the verified id token, if the provider issues one. */
  readonly claims: unknown
  /** The answers to the provider's `calls`; undefined for an optional call that failed. */
  readonly answers: readonly unknown[]
  /** The name from the callback form (Apple, first sign-in only). */
  readonly formName: string | null
}

export interface ProfileCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** Send the access token in a form instead of the header. */
  readonly tokenInForm: boolean
  /** The call may fail for apps without the permission; the rest of the profile is still used. */
  readonly optional: boolean
}

export interface IdTokenRule {
  /** `{tenantid}` is replaced by the token's `tid` claim. */
  readonly issuers: readonly string[]
  readonly keysUrl: string
  readonly algorithms: readonly string[]
  /** Whether an id token obtained by an app itself is accepted for signing in. */
  readonly signsIn: boolean
  /** Whether every code exchange returns an id token with the nonce that was sent. */
  readonly comesWithCode: boolean
  readonly ageSecondsMax: number
}

/** Everything in which providers differ, as data. */
export interface Provider {
  readonly id: string
  /** Shown to people. */
  readonly name: string
  /** The required `iss` of callbacks (RFC 9207); null if the provider sends none. */
  readonly issuer: string | null
  /** Whether every callback must carry `iss`. */
  readonly alwaysNamesIssuer: boolean
  readonly authorizeUrl: string
  readonly authorizeParameters: Readonly<Record<string, string>>
  readonly clientIdParameter: 'client_id' | 'client_key'
  readonly scopes: readonly string[]
  readonly scopeSeparator: ' ' | ','
  readonly usesPkce: boolean
  readonly tokenUrl: string
  /** Null if tokens can't be refreshed. */
  readonly refreshUrl: string | null
  readonly tokenAuthentication: 'post' | 'basic'
  readonly sendsScopesOnRefresh: boolean
  /** The callback carries a `device_id` that the token endpoint expects back. */
  readonly namesDevice: boolean
  readonly idToken: IdTokenRule | null
  readonly calls: readonly ProfileCall[]
  readonly profile: (facts: ProfileFacts) => RawProfile | null
}

type RequiredField = 'id' | 'name' | 'authorizeUrl' | 'tokenUrl' | 'scopes' | 'profile'
type Row = Pick<Provider, RequiredField> & Partial<Provider>

/** A provider with the defaults that most of them share. */
export const provider = (row: Row): Provider => ({
  issuer: null,
  alwaysNamesIssuer: false,
  authorizeParameters: {},
  clientIdParameter: 'client_id',
  scopeSeparator: ' ',
  usesPkce: false,
  refreshUrl: row.tokenUrl,
  tokenAuthentication: 'post',
  sendsScopesOnRefresh: false,
  namesDevice: false,
  idToken: null,
  calls: [],
  ...row,
})

export const call = (url: string, how: Partial<Omit<ProfileCall, 'url'>> = {}): ProfileCall => ({
  url,
  method: 'GET',
  tokenInForm: false,
  optional: false,
  ...how,
})

const idTokenAgeSecondsMax = 3600

export const idTokenRule = (
  rule: Pick<IdTokenRule, 'issuers' | 'keysUrl'> & Partial<IdTokenRule>,
): IdTokenRule => ({
  algorithms: ['RS256'],
  signsIn: false,
  comesWithCode: true,
  ageSecondsMax: idTokenAgeSecondsMax,
  ...rule,
})

/** The standard OpenID claims, of an id token or of the user info endpoint. */
export const standardClaims = (claims: unknown): RawProfile => ({
  subject: at(claims, 'sub'),
  email: at(claims, 'email'),
  emailVerified: at(claims, 'email_verified'),
  name: textAt(claims, 'name') ?? textAt(claims, 'preferred_username'),
  image: at(claims, 'picture'),
})

/** The same provider with all of its hosts behind one proxy, each under its own path. */
export function throughProxy(base: string | null, row: Provider): Provider {
  if (base === null) return row
  const moved = (url: string) => `${base.replace(/\/+$/, '')}/${url.replace(/^https?:\/\//, '')}`
  return {
    ...row,
    authorizeUrl: moved(row.authorizeUrl),
    tokenUrl: moved(row.tokenUrl),
    refreshUrl: row.refreshUrl === null ? null : moved(row.refreshUrl),
    idToken: row.idToken === null ? null : { ...row.idToken, keysUrl: moved(row.idToken.keysUrl) },
    calls: row.calls.map((call) => ({ ...call, url: moved(call.url) })),
  }
}
