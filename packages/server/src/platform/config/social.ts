import { privateKey, webUrl } from './parse.ts'
import type { Environment } from './setting.ts'
import {
  type SettingReader,
  type SignInClient,
  type SigningKey,
  settingReader,
} from './sign-in-client.ts'

/** The social providers we know, as the account wire names them. */
export const socialProviders = [
  'apple',
  'discord',
  'dropbox',
  'facebook',
  'github',
  'gitlab',
  'google',
  'huggingface',
  'kick',
  'linkedin',
  'microsoft',
  'reddit',
  'roblox',
  'spotify',
  'tiktok',
  'twitch',
  'twitter',
  'vk',
  'zoom',
] as const

type SocialProvider = (typeof socialProviders)[number]

export interface SocialClient extends SignInClient {
  readonly provider: SocialProvider
  /** Further client ids whose id tokens are accepted: those of the operator's apps. */
  readonly audiences: readonly string[]
  /** Where all of the provider's hosts are reached, each under a path of its name. */
  readonly reachedThrough: string | null
  readonly tenant: string | null
  readonly issuer: string | null
}

const family = (end: string) => `GUILDHALL_SOCIAL_<PROVIDER>_${end}`

/** What the operator may set for every provider. */
export const socialFamily = [
  {
    name: family('CLIENT_ID'),
    secret: false,
    meaning: `Sign-in by one of ${socialProviders.join(', ')}. Requires the next.`,
  },
  {
    name: family('CLIENT_SECRET'),
    secret: true,
    meaning: 'The secret that the provider gave.',
  },
  {
    name: family('SCOPES'),
    secret: false,
    meaning: 'Scopes to ask for besides those that signing in needs, separated by spaces.',
  },
  {
    name: family('AUDIENCES'),
    secret: false,
    meaning: "Further client ids, separated by spaces: your apps' own, whose id tokens sign in.",
  },
  {
    name: family('TRUSTED'),
    secret: false,
    meaning:
      'on: its accounts link to users of the same e-mail address, although the provider does not ' +
      'say that it proved the address. Default: off.',
  },
  {
    name: family('SIGN_UP'),
    secret: false,
    meaning:
      'on: who comes for the first time becomes a user; requested: only where the page asks for ' +
      'it; off: never. Default: on.',
  },
  {
    name: family('URL'),
    secret: false,
    meaning:
      "Reaches the provider through another server: https://x.example asks https://x.example/<the provider's host>/…",
  },
] as const

/** What only one of them has. */
export const socialSpecials = [
  {
    name: 'GUILDHALL_SOCIAL_APPLE_TEAM_ID',
    secret: false,
    meaning:
      'The team, whose key signs what Apple takes for a client secret, instead of the secret.',
  },
  {
    name: 'GUILDHALL_SOCIAL_APPLE_KEY_ID',
    secret: false,
    meaning: 'The id of that key.',
  },
  {
    name: 'GUILDHALL_SOCIAL_APPLE_PRIVATE_KEY',
    secret: true,
    meaning: 'That key, as Apple gave it; line ends may be written as \\n.',
  },
  {
    name: 'GUILDHALL_SOCIAL_MICROSOFT_TENANT',
    secret: false,
    meaning: 'Whose users may come: a tenant, or organizations, consumers. Default: common.',
  },
  {
    name: 'GUILDHALL_SOCIAL_GITLAB_ISSUER',
    secret: false,
    meaning: 'A GitLab of your own. Default: https://gitlab.com.',
  },
] as const

const prefixOf = (provider: SocialProvider) => `GUILDHALL_SOCIAL_${provider.toUpperCase()}`

export const socialNames: readonly string[] = [
  ...socialFamily.flatMap(({ name }) =>
    socialProviders.map((provider) => name.replace('<PROVIDER>', provider.toUpperCase())),
  ),
  ...socialSpecials.map(({ name }) => name),
]

export function readSocial(env: Environment, faults: string[]): SocialClient[] {
  return socialProviders.flatMap((provider) => {
    const reader = settingReader(env, prefixOf(provider), faults)
    const clientId = reader.text('CLIENT_ID')
    const names = Object.keys(env).filter((name) => name.startsWith(`${prefixOf(provider)}_`))
    const [has] = names.filter((name) => socialNames.includes(name) && env[name]?.trim() !== '')
    if (has === undefined) return []
    if (clientId === null) {
      reader.missing('CLIENT_ID', `${has} needs it`)
      return []
    }
    const clientSecret = secretOf(provider, reader)
    return clientSecret === null
      ? []
      : [{ provider, clientId, clientSecret, ...furtherSettings(reader) }]
  })
}

const furtherSettings = (reader: SettingReader) => ({
  ...reader.common(),
  scopes: reader.list('SCOPES'),
  audiences: reader.list('AUDIENCES'),
  reachedThrough: reader.read('URL', webUrl),
  tenant: reader.read('TENANT', tenantName),
  issuer: reader.read('ISSUER', webUrl),
})

const tenantName = (raw: string) =>
  /^[\w.-]+$/.test(raw) ? { value: raw } : { fault: 'must be the id or a domain of a tenant' }

function secretOf(provider: SocialProvider, reader: SettingReader): string | SigningKey | null {
  const secret = reader.text('CLIENT_SECRET')
  if (secret !== null) return secret
  const key = provider === 'apple' ? signingKey(reader) : undefined
  if (key === undefined) reader.missing('CLIENT_SECRET', `${reader.name('CLIENT_ID')} needs it`)
  return key ?? null
}

/** Undefined where none of its parts is set, null where one is missing. */
function signingKey(reader: SettingReader): SigningKey | null | undefined {
  const issuer = reader.text('TEAM_ID')
  const keyId = reader.text('KEY_ID')
  const key = reader.read('PRIVATE_KEY', privateKey)
  if (issuer !== null && keyId !== null && key !== null) return { issuer, keyId, privateKey: key }
  const parts = { TEAM_ID: issuer, KEY_ID: keyId, PRIVATE_KEY: reader.text('PRIVATE_KEY') }
  const lacking = Object.entries(parts).filter(([, value]) => value === null)
  const has = Object.keys(parts).find((end) => reader.text(end) !== null)
  if (has === undefined) return undefined
  for (const [end] of lacking) reader.missing(end, `${reader.name(has)} needs it`)
  return null
}
