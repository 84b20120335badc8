import { privateKey, webUrl } from './parse.ts'
import type { Environment } from './setting.ts'
import {
  type SettingReader,
  type SignInClient,
  type SigningKey,
  settingReader,
} from './sign-in-client.ts'

/** The social providers, as named on the account wire. */
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
  /** A proxy that reaches all of the provider's hosts, each under a path named after it. */
  readonly reachedThrough: string | null
  readonly tenant: string | null
  readonly issuer: string | null
}

const family = (end: string) => `GUILDHALL_SOCIAL_<PROVIDER>_${end}`

/** The settings that every provider has. */
export const socialFamily = [
  {
    name: family('CLIENT_ID'),
    secret: false,
    meaning: `Sign-in through one of ${socialProviders.join(', ')}. Requires the client secret.`,
  },
  {
    name: family('CLIENT_SECRET'),
    secret: true,
    meaning: 'The secret issued by the provider.',
  },
  {
    name: family('SCOPES'),
    secret: false,
    meaning: 'Scopes to request in addition to those needed for sign-in, separated by spaces.',
  },
  {
    name: family('AUDIENCES'),
    secret: false,
    meaning:
      'Client ids of your own apps whose id tokens are accepted as well, separated by spaces.',
  },
  {
    name: family('TRUSTED'),
    secret: false,
    meaning:
      'on: its accounts link to users with the same email address, even if the provider hasn’t ' +
      'verified the address. Default: off.',
  },
  {
    name: family('SIGN_UP'),
    secret: false,
    meaning:
      'on: a first sign-in creates a user; requested: only if the page requests ' +
      'it; off: never. Default: on.',
  },
  {
    name: family('URL'),
    secret: false,
    meaning:
      "Reaches the provider through a proxy: https://x.example calls https://x.example/<provider's host>/…",
  },
] as const

/** Settings that only one provider has. */
export const socialSpecials = [
  {
    name: 'GUILDHALL_SOCIAL_APPLE_TEAM_ID',
    secret: false,
    meaning: "The team whose key signs Apple's client secret, instead of a stored secret.",
  },
  {
    name: 'GUILDHALL_SOCIAL_APPLE_KEY_ID',
    secret: false,
    meaning: 'The id of that key.',
  },
  {
    name: 'GUILDHALL_SOCIAL_APPLE_PRIVATE_KEY',
    secret: true,
    meaning: 'That key, as issued by Apple; line breaks may be written as \\n.',
  },
  {
    name: 'GUILDHALL_SOCIAL_MICROSOFT_TENANT',
    secret: false,
    meaning: 'Which users may sign in: a tenant id, organizations or consumers. Default: common.',
  },
  {
    name: 'GUILDHALL_SOCIAL_GITLAB_ISSUER',
    secret: false,
    meaning: 'URL of a self-managed GitLab. Default: https://gitlab.com.',
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

/** Undefined when none of its parts is set, null when one is missing. */
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
