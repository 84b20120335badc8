/** What a provider tells of a person, before anybody looked at it. */
export interface ToldProfile {
  readonly subject: unknown
  readonly email?: unknown
  /** Only what the provider itself proved. Absent where it doesn't say. */
  readonly emailVerified?: unknown
  readonly name?: unknown
  readonly image?: unknown
}

/** What profiles are read from. */
interface ProfileFacts {
  /** The verified claims of the id token, where the provider has one that we verify. */
  readonly claims: unknown
  /** What each of the provider's `calls` answered; undefined for an optional one that failed. */
  readonly answers: readonly unknown[]
  /** The name that comes with the form instead of the token, the first time only. */
  readonly formName: string | null
}

export interface ProfileCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** Sent as a form with the access token in it, instead of in the header. */
  readonly tokenInForm: boolean
  /** Apps without the permission get an error; the rest of the profile stands without it. */
  readonly optional: boolean
}

export interface IdTokenRule {
  /** `{tenantid}` stands for the token's own `tid`. */
  readonly issuers: readonly string[]
  readonly keysUrl: string
  readonly algorithms: readonly string[]
  /** Whether a token that an app got by itself signs in. */
  readonly signsIn: boolean
  /** Whether one comes with every exchange of a code, holding the nonce that was sent. */
  readonly comesWithCode: boolean
  readonly ageSecondsMax: number
}

/** One way to sign in by somebody else: everything in which providers differ, as data. */
export interface Provider {
  readonly id: string
  /** For people. */
  readonly name: string
  /** What `iss` of its answers must be (RFC 9207); null where it names no issuer. */
  readonly issuer: string | null
  /** Whether every answer must carry `iss`. */
  readonly alwaysNamesIssuer: boolean
  readonly authorizeUrl: string
  readonly authorizeParameters: Readonly<Record<string, string>>
  readonly clientIdParameter: 'client_id' | 'client_key'
  readonly scopes: readonly string[]
  readonly scopeSeparator: ' ' | ','
  readonly usesPkce: boolean
  readonly tokenUrl: string
  /** Null where tokens can't be refreshed. */
  readonly refreshUrl: string | null
  readonly tokenAuthentication: 'post' | 'basic'
  readonly sendsScopesOnRefresh: boolean
  /** The callback names a device, which the token endpoint wants back. */
  readonly namesDevice: boolean
  readonly idToken: IdTokenRule | null
  readonly calls: readonly ProfileCall[]
  readonly profile: (facts: ProfileFacts) => ToldProfile | null
}

type Needed = 'id' | 'name' | 'authorizeUrl' | 'tokenUrl' | 'scopes' | 'profile'
type Row = Pick<Provider, Needed> & Partial<Provider>

/** A row of the table: what it doesn't say is as most providers have it. */
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
