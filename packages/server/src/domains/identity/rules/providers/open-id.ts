import { standardClaims } from './open-id-claims.ts'
import { call, idTokenRule, type Provider, provider } from './provider.ts'

/** What an operator configured of an OpenID provider, and what the provider says of itself. */
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

/** Any OpenID provider as a row of the table. */
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

/** Many tell only the subject in the token and the rest when asked. */
function merged(
  told: ReturnType<typeof standardClaims>,
  info: unknown,
): ReturnType<typeof standardClaims> {
  const further = standardClaims(info)
  // The answer to another's token must not be taken for this person's.
  if (further.subject !== told.subject) return told
  const fromToken = told.email !== undefined
  return {
    subject: told.subject,
    email: fromToken ? told.email : further.email,
    emailVerified: fromToken ? told.emailVerified : further.emailVerified,
    name: told.name ?? further.name,
    image: told.image ?? further.image,
  }
}
