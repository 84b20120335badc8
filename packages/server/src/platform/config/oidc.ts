import { oneOf, webUrl } from './parse.ts'
import { type Environment, given } from './setting.ts'
import { type SignInClient, settingReader } from './sign-in-client.ts'
import { socialProviders } from './social.ts'

export interface OidcClient extends SignInClient {
  /** In lower case; stored as the provider id of linked accounts. */
  readonly id: string
  readonly label: string
  readonly issuer: string
  /** How to authenticate at the token endpoint; null for what the provider prefers. */
  readonly tokenAuthentication: 'basic' | 'post' | null
}

const family = (end: string) => `GUILDHALL_OIDC_<NAME>_${end}`

export const oidcFamily = [
  {
    name: family('ISSUER'),
    secret: false,
    meaning:
      'Sign-in through any OpenID provider, under the id <name> in lower case. Requires a client id ' +
      'and secret.',
  },
  { name: family('CLIENT_ID'), secret: false, meaning: 'The client id at that provider.' },
  { name: family('CLIENT_SECRET'), secret: true, meaning: 'The client secret at that provider.' },
  {
    name: family('SCOPES'),
    secret: false,
    meaning: 'Scopes to request, separated by spaces. Default: openid profile email.',
  },
  {
    name: family('LABEL'),
    secret: false,
    meaning: 'Label of the sign-in button. Default: <NAME> as written in the setting.',
  },
  {
    name: family('TOKEN_AUTH'),
    secret: false,
    meaning:
      'How the client secret is sent to the token endpoint: client_secret_basic or ' +
      'client_secret_post. Default: as the provider’s discovery says.',
  },
  {
    name: family('TRUSTED'),
    secret: false,
    meaning: 'Same as for social providers. Default: off.',
  },
  {
    name: family('SIGN_UP'),
    secret: false,
    meaning: 'Same as for social providers. Default: on.',
  },
] as const

const oidcName = new RegExp(
  `^GUILDHALL_OIDC_(\\w+?)_(?:${oidcFamily.map(({ name }) => name.split('>_')[1]).join('|')})$`,
)
const methods = { client_secret_basic: 'basic', client_secret_post: 'post' } as const
const scopesDefault = ['openid', 'profile', 'email']
const takenIds: readonly string[] = [...socialProviders, 'credential']

export const isOidcName = (name: string): boolean => oidcName.test(name)

export function readOidc(env: Environment, faults: string[]): OidcClient[] {
  const names = Object.keys(env).filter((name) => given(env, name) !== null)
  const found = new Set(names.flatMap((name) => oidcName.exec(name)?.[1] ?? []))
  return [...found].sort().flatMap((name) => readOne(env, name, faults))
}

function readOne(env: Environment, operatorsName: string, faults: string[]): OidcClient[] {
  const id = operatorsName.toLowerCase()
  const reader = settingReader(env, `GUILDHALL_OIDC_${operatorsName}`, faults)
  if (takenIds.includes(id)) {
    faults.push(`${reader.name('ISSUER')}: the id ${id} is taken by a provider that is built in`)
    return []
  }
  const clientId = reader.text('CLIENT_ID')
  const clientSecret = reader.text('CLIENT_SECRET')
  for (const end of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET']) {
    if (reader.text(end) === null) reader.missing(end, `the provider ${id} needs it`)
  }
  const issuer = reader.read('ISSUER', webUrl)
  if (issuer === null || clientId === null || clientSecret === null) return []
  const asked = reader.list('SCOPES')
  const scopes = asked.length > 0 ? asked : scopesDefault
  if (!scopes.includes('openid')) reader.fault('SCOPES', 'must hold openid')
  const label = reader.text('LABEL') ?? operatorsName
  const chosen = reader.read('TOKEN_AUTH', oneOf('client_secret_basic', 'client_secret_post'))
  const tokenAuthentication = chosen === null ? null : methods[chosen]
  const client = { id, label, issuer, clientId, clientSecret, scopes, tokenAuthentication }
  return [{ ...client, ...reader.common() }]
}
