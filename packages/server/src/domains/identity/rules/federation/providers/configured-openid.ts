import {
  call,
  idTokenRule,
  type Provider,
  provider,
  type RawProfile,
  standardClaims,
} from './provider.ts'

/** The operator's settings of an OpenID provider, with what its discovery document says. */
interface OpenIdFacts {
  readonly id: string
  readonly label: string
  readonly issuer: string
  readonly alwaysNamesIssuer: boolean
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly userInfoUrl: string | null
  readonly keysUrl: string
  readonly tokenAuthentication: 'post' | 'basic'
  readonly algorithms: readonly string[]
  readonly scopes: readonly string[]
}

/** An OpenID provider configured by the operator. */
export const openIdProvider = ({ label, issuer, keysUrl, algorithms, ...facts }: OpenIdFacts) =>
  provider({
    id: facts.id,
    name: label,
    issuer,
    alwaysNamesIssuer: facts.alwaysNamesIssuer,
    authorizeUrl: facts.authorizeUrl,
    tokenUrl: facts.tokenUrl,
    tokenAuthentication: facts.tokenAuthentication,
    scopes: facts.scopes,
    usesPkce: true,
    idToken: idTokenRule({ issuers: [issuer], keysUrl, algorithms, signsIn: true }),
    calls: facts.userInfoUrl === null ? [] : [call(facts.userInfoUrl, { optional: true })],
    profile: ({ claims, answers: [info] }) => merged(standardClaims(claims), info),
  }) satisfies Provider

/** Many providers put only the subject into the token and the rest into the user info answer. */
function merged(token: RawProfile, userInfo: unknown): RawProfile {
  const info = standardClaims(userInfo)
  // A user info answer about another subject must not be used.
  if (info.subject !== token.subject) return token
  const fromToken = token.email !== undefined
  return {
    subject: token.subject,
    email: fromToken ? token.email : info.email,
    emailVerified: fromToken ? token.emailVerified : info.emailVerified,
    name: token.name ?? info.name,
    image: token.image ?? info.image,
  }
}
