import { isIP } from 'node:net'
import { type Environment, given } from './setting.ts'
import type { SettingValues } from './settings.ts'

/** Settings that make sense only together: if one is set, all must be. */
const together: readonly (readonly string[])[] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['GUILDHALL_CAPTCHA_PROVIDER', 'GUILDHALL_CAPTCHA_SITE_KEY', 'GUILDHALL_CAPTCHA_SECRET_KEY'],
  ['GUILDHALL_DISCORD_CLIENT_ID', 'GUILDHALL_DISCORD_CLIENT_SECRET', 'GUILDHALL_DISCORD_BOT_TOKEN'],
  [
    'GUILDHALL_GITHUB_APP_ID',
    'GUILDHALL_GITHUB_APP_PRIVATE_KEY',
    'GUILDHALL_GITHUB_APP_CLIENT_ID',
    'GUILDHALL_GITHUB_APP_CLIENT_SECRET',
  ],
]

/** The left setting requires the right one. */
const needs: readonly (readonly [string, string, string?])[] = [
  ['DATABASE_URL', 'GUILDHALL_SECRET', 'several machines must sign alike'],
  ['DATABASE_OWNER_URL', 'DATABASE_URL'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['DATABASE_POOLED', 'DATABASE_URL'],
  ['DATABASE_REPLICA_URL', 'DATABASE_URL'],
  ['DATABASE_REPLICA_MAX_LAG', 'DATABASE_REPLICA_URL'],
  ['SMTP_URL', 'GUILDHALL_MAIL_FROM', 'a mail has a sender'],
  ['STRIPE_API_URL', 'STRIPE_SECRET_KEY'],
  ['S3_REGION', 'S3_BUCKET'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
  ['S3_FORCE_PATH_STYLE', 'S3_BUCKET'],
  ['GUILDHALL_CAPTCHA_VERIFY_URL', 'GUILDHALL_CAPTCHA_PROVIDER'],
  ['GUILDHALL_METRICS_HOST', 'GUILDHALL_METRICS_PORT'],
  ['GUILDHALL_USER_EVENTS', 'GUILDHALL_SELLER_ID'],
  ['GUILDHALL_DISCORD_API_URL', 'GUILDHALL_DISCORD_CLIENT_ID'],
  ['GUILDHALL_GITHUB_APP_API_URL', 'GUILDHALL_GITHUB_APP_ID'],
  ['GUILDHALL_GITHUB_APP_WEB_URL', 'GUILDHALL_GITHUB_APP_ID'],
]

/** Faults of combinations of settings that are valid one by one. */
export function faultsOfWhole(env: Environment, values: SettingValues): string[] {
  return [
    ...missing(env),
    ...poolerAlone(values),
    ...outOfOrder(values),
    ...mixedModes(values),
    ...insecureHost(values),
    ...foreignCookies(values),
  ]
}

function missing(env: Environment): string[] {
  const isGiven = (name: string) => given(env, name) !== null
  const incomplete = together.flatMap((names) => {
    const has = names.find(isGiven)
    const lacking = names.filter((name) => !isGiven(name))
    return has === undefined ? [] : lacking.map((name) => `${name} is missing: ${has} needs it`)
  })
  const groundless = needs
    .filter(([name, needed]) => isGiven(name) && !isGiven(needed))
    .map(([name, needed, why = `${name} needs it`]) => `${needed} is missing: ${why}`)
  return [...new Set([...incomplete, ...groundless])]
}

/** LISTEN, session locks and the job queue need sessions, which a pooler shares. */
const poolerAlone = ({ database: { url, pooled, directUrl } }: SettingValues): string[] =>
  url !== null && pooled && directUrl === null
    ? ['DATABASE_DIRECT_URL is missing: with DATABASE_POOLED=on it leads to PostgreSQL itself']
    : []

function outOfOrder({ passwords, usernames, sessions }: SettingValues): string[] {
  const pairs = [
    ['GUILDHALL_PASSWORD_MIN', passwords.min, 'GUILDHALL_PASSWORD_MAX', passwords.max],
    ['GUILDHALL_USERNAME_MIN', usernames.min, 'GUILDHALL_USERNAME_MAX', usernames.max],
    [
      'GUILDHALL_SESSION_REFRESH_SECONDS',
      sessions.refreshSeconds,
      'GUILDHALL_SESSION_SECONDS',
      sessions.seconds,
    ],
    [
      'GUILDHALL_SESSION_SECONDS',
      sessions.seconds,
      'GUILDHALL_SESSION_MAX_SECONDS',
      sessions.maxSeconds,
    ],
    [
      'GUILDHALL_SESSION_CACHE_SECONDS',
      sessions.cacheSeconds,
      'GUILDHALL_SESSION_SECONDS',
      sessions.seconds,
    ],
  ] as const
  return pairs
    .filter(([, low, , high]) => low > high)
    .map(([lower, low, upper, high]) => `${lower} (${low}) must not exceed ${upper} (${high})`)
}

/** Mixing a test key with a live one would take real money for nothing, or none for something. */
function mixedModes({ stripe }: SettingValues): string[] {
  const modes = [stripe.secretKey, stripe.publishableKey].map((key) => key?.split('_')[1])
  const mixed = modes.includes('live') && modes.includes('test')
  return mixed
    ? ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live or both test']
    : []
}

/** Browsers drop cookies of a foreign domain, so that nobody could sign in. */
function foreignCookies({ server: { cookieDomain, cookiePrefix, url } }: SettingValues): string[] {
  if (cookieDomain === null) return []
  const { hostname } = new URL(url)
  const isOwn = isIP(hostname) === 0 && `.${hostname}`.endsWith(`.${cookieDomain}`)
  return [
    ...(isOwn ? [] : ['GUILDHALL_COOKIE_DOMAIN is not a domain of the host of GUILDHALL_URL']),
    ...(cookiePrefix.startsWith('__Host-')
      ? ['GUILDHALL_COOKIE_DOMAIN: cookies of a prefix that begins with __Host- have no domain']
      : []),
  ]
}

/** Browsers drop such cookies on http, so that nobody could sign in. */
function insecureHost({ server: { cookiePrefix, url } }: SettingValues): string[] {
  return cookiePrefix.startsWith('__Host-') && !url.startsWith('https:')
    ? ['GUILDHALL_COOKIE_PREFIX begins with __Host-: GUILDHALL_URL must begin with https://']
    : []
}
