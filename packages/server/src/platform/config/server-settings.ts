import { secretPrefixes } from '../crypto/tokens.ts'
import {
  anyText,
  emailAddress,
  folder,
  listOf,
  matching,
  network,
  oneOf,
  onOff,
  origin,
  privateKey,
  secureUrl,
  sender,
  trustedOrigin,
  url,
  webUrl,
  wholeNumber,
} from './parse.ts'
import { postgresServer, postgresUrl } from './postgres-url.ts'
import { given, optional, setting } from './setting.ts'

const port = wholeNumber(0, 65_535)
const portDefault = '3000'
/** The largest object that a single S3 upload can hold. */
const fileMegabytes = wholeNumber(1, 5_242_880)
const megabytes = wholeNumber(1, 1_000_000_000)

export const secretCharactersMin = 32
const secretPattern = new RegExp(`^\\S{${secretCharactersMin},}$`)
const serverKeyPattern = new RegExp(`^${secretPrefixes.server}[\\w-]{22,}$`)

export const server = {
  port: setting({
    name: 'PORT',
    default: portDefault,
    parse: port,
    meaning: 'Port of the listener; 0 picks a free one.',
  }),
  host: setting({
    name: 'HOST',
    default: '127.0.0.1',
    parse: matching(/^[\w.:-]+$/, 'an address or a host name'),
    meaning: 'Address of the listener; 0.0.0.0 for every interface.',
  }),
  url: setting({
    name: 'GUILDHALL_URL',
    default: {
      says: 'http://localhost:$PORT',
      from: (env) => `http://localhost:${given(env, 'PORT') ?? portDefault}`,
    },
    parse: origin,
    meaning:
      'Public origin, used in links and cookies. HTTPS is assumed if it begins with https://.',
  }),
  data: setting({
    name: 'GUILDHALL_DATA',
    default: './.guildhall',
    parse: folder,
    meaning: 'Folder of the embedded database, the files and the generated secret.',
  }),
  secrets: optional({
    name: 'GUILDHALL_SECRET',
    secret: true,
    absent: 'generated, kept in the data folder',
    parse: listOf(matching(secretPattern, `secrets of at least ${secretCharactersMin} characters`)),
    meaning:
      'Signs cookies and encrypts stored secrets. For rotation, a list: the first is used, ' +
      'all are accepted.',
  }),
  roles: setting({
    name: 'GUILDHALL_ROLES',
    default: 'web,worker',
    parse: listOf(oneOf('web', 'worker')),
    meaning: 'What this process runs; several processes share one database.',
  }),
  trustedOrigins: optional({
    name: 'GUILDHALL_TRUSTED_ORIGINS',
    parse: listOf(trustedOrigin),
    meaning:
      'Additional origins that may send requests with cookies and be redirected to: ' +
      'https://app.example, *.app.example, myapp://. A sandbox at localhost trusts all ports of its machine.',
  }),
  seed: optional({
    name: 'GUILDHALL_SEED',
    parse: folder,
    meaning:
      'A JSON file with a seller that the start creates unless its organization exists: `email`, ' +
      '`organization`, and optionally `slug`, `password`, `accessToken`, `scopes`, `products` (each with ' +
      '`name`, `price` in cents and `every`: month or year) and `webhook`. Passwords follow the rules for all; ' +
      'an empty `accessToken` makes the start fail and print one to put there.',
  }),
  trustedProxies: optional({
    name: 'GUILDHALL_TRUSTED_PROXIES',
    parse: listOf(network),
    meaning: 'Addresses and networks whose X-Forwarded-* headers are trusted.',
  }),
  adminEmails: optional({
    name: 'GUILDHALL_ADMIN_EMAILS',
    parse: listOf(emailAddress),
    absent: 'as GUILDHALL_FIRST_OPERATOR says',
    meaning: 'Users who verify one of these addresses become operators (role admin).',
  }),
  firstOperator: setting({
    name: 'GUILDHALL_FIRST_OPERATOR',
    default: 'link',
    parse: oneOf('link', 'first-user'),
    meaning:
      'Who becomes the operator of a new server: the user who opens the link that is printed at the ' +
      'start, or the first one to sign up. The latter is unsafe where others can reach the server.',
  }),
  serverKeys: optional({
    name: 'GUILDHALL_SERVER_KEYS',
    secret: true,
    parse: listOf(
      matching(
        serverKeyPattern,
        `keys: ${secretPrefixes.server} and at least 22 letters or digits`,
      ),
    ),
    meaning:
      "Keys of the application's own backend (Authorization: Bearer), for calls that only a " +
      'server may make. Without a key, these calls return 404.',
  }),
  rateLimit: setting({
    name: 'GUILDHALL_RATE_LIMIT',
    default: 'on',
    parse: onOff,
    meaning: 'Rate limits; off for benchmarks.',
  }),
  cookiePrefix: setting({
    name: 'GUILDHALL_COOKIE_PREFIX',
    default: 'guildhall',
    parse: matching(/^[\w.-]{1,40}$/, '1 to 40 letters, digits, dots, dashes or underscores'),
    meaning:
      'Cookies are named <prefix>.session_token and so on, prefixed with __Secure- on HTTPS. A prefix ' +
      'that begins with __Host- is used as it is, needs HTTPS, and keeps other hosts of the domain ' +
      'from setting these cookies.',
  }),
  cookieDomain: optional({
    name: 'GUILDHALL_COOKIE_DOMAIN',
    parse: matching(/^[a-z\d-]+(\.[a-z\d-]+)+$/, 'a domain such as example.com'),
    absent: 'the host of GUILDHALL_URL alone',
    meaning:
      'All hosts of this domain get the cookies of a session: for an application at app.example.com ' +
      'whose backend reads the session of a server at auth.example.com. Set it only if all of them are yours.',
  }),
  usageEventMonths: optional({
    name: 'GUILDHALL_USAGE_EVENT_MONTHS',
    parse: wholeNumber(3, 240),
    absent: 'kept for ever',
    meaning:
      'Usage events of the present month and so many before it are kept. Older ones are removed by ' +
      'month, as soon as nothing needs them. What they were billed with, and balances, stay.',
  }),
  logLevel: setting({
    name: 'GUILDHALL_LOG_LEVEL',
    default: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    meaning: 'Minimum level that is logged.',
  }),
  metricsPort: optional({
    name: 'GUILDHALL_METRICS_PORT',
    parse: port,
    absent: 'no listener',
    meaning: 'Port of the private listener that serves /metrics to Prometheus.',
  }),
  metricsHost: setting({
    name: 'GUILDHALL_METRICS_HOST',
    default: '127.0.0.1',
    parse: matching(/^[\w.:-]+$/, 'an address or a host name'),
    meaning: 'Address of that listener. It has no authentication: keep it off the internet.',
  }),
}

export const database = {
  url: optional({
    name: 'DATABASE_URL',
    parse: postgresUrl,
    absent: 'embedded PostgreSQL in the data folder',
    meaning:
      'PostgreSQL 15 or newer. Requires GUILDHALL_SECRET. Of several hosts, as in ' +
      'postgresql://user@one,two/name, the one that takes writes is used.',
  }),
  ownerUrl: optional({
    name: 'DATABASE_OWNER_URL',
    parse: postgresUrl,
    absent: 'DATABASE_URL',
    meaning:
      'Login of the role that owns and migrates the tables; the server runs as another role. Not needed by a server whose database guildhall migrate has migrated.',
  }),
  directUrl: optional({
    name: 'DATABASE_DIRECT_URL',
    parse: postgresUrl,
    absent: 'DATABASE_URL',
    meaning: 'Bypasses a pooler, for LISTEN, session locks, migrations and the job queue.',
  }),
  pooled: setting({
    name: 'DATABASE_POOLED',
    default: 'off',
    parse: onOff,
    meaning:
      'on if DATABASE_URL leads to a pooler in transaction mode (PgBouncer). Requires ' +
      'DATABASE_DIRECT_URL.',
  }),
  replicaUrl: optional({
    name: 'DATABASE_REPLICA_URL',
    parse: postgresServer,
    absent: 'DATABASE_URL',
    meaning:
      'A streaming replica (hot standby), which answers lists, analytics and exports. DATABASE_POOLED ' +
      'applies to it too.',
  }),
  replicaLagSecondsMax: setting({
    name: 'DATABASE_REPLICA_MAX_LAG',
    default: '10',
    parse: wholeNumber(2, 3600),
    meaning: 'How many seconds the replica may be behind; beyond that the primary answers.',
  }),
}

export const mail = {
  smtpUrl: optional({
    name: 'SMTP_URL',
    parse: url('smtp', 'smtps'),
    absent: 'emails are kept, and shown as GUILDHALL_DEV_MAIL says',
    meaning: 'Mail server: smtp://user:password@host:587, or smtps:// for TLS from the first byte.',
  }),
  from: optional({
    name: 'GUILDHALL_MAIL_FROM',
    parse: sender,
    meaning: 'Sender of all emails: Shop <shop@example.com>. Required with SMTP_URL.',
  }),
  mailbox: setting({
    name: 'GUILDHALL_DEV_MAIL',
    default: 'loopback',
    parse: oneOf('loopback', 'on'),
    meaning:
      'Who may read emails at /dev/mail while SMTP_URL is not set and GUILDHALL_URL is a loopback ' +
      'address: requests from this machine, or with on everyone who reaches the server, for a ' +
      'container whose port only this machine reaches.',
  }),
}

const stripeKey = (...prefixes: readonly string[]) =>
  matching(
    new RegExp(`^(?:${prefixes.join('|')})\\w+$`),
    `a key that begins with ${prefixes.join(' or ')}`,
  )

export const stripe = {
  secretKey: optional({
    name: 'STRIPE_SECRET_KEY',
    secret: true,
    absent: 'sandbox payments',
    parse: stripeKey('sk_', 'rk_'),
    meaning: 'Takes payments through Stripe. Requires the next two settings.',
  }),
  publishableKey: optional({
    name: 'STRIPE_PUBLISHABLE_KEY',
    parse: stripeKey('pk_'),
    meaning: "The key used by the buyer's browser.",
  }),
  webhookSecret: optional({
    name: 'STRIPE_WEBHOOK_SECRET',
    secret: true,
    parse: stripeKey('whsec_'),
    meaning: "Verifies Stripe's webhooks.",
  }),
  apiUrl: optional({
    name: 'STRIPE_API_URL',
    parse: webUrl,
    absent: 'https://api.stripe.com',
    meaning: "Overrides the URL of Stripe's API, for a fake server in tests.",
  }),
  tax: setting({
    name: 'GUILDHALL_STRIPE_TAX',
    default: 'on',
    parse: onOff,
    meaning: 'off if Stripe takes payments but tax is calculated from the built-in rates.',
  }),
}

export const storage = {
  bucket: optional({
    name: 'S3_BUCKET',
    parse: matching(/^[\w.-]{3,255}$/, 'the name of a bucket'),
    absent: 'files are stored in the data folder',
    meaning: 'Stores files in this S3 bucket. Required when several machines run the server.',
  }),
  region: setting({
    name: 'S3_REGION',
    default: 'us-east-1',
    parse: matching(/^[\w-]+$/, 'the name of a region'),
    meaning: 'Region of the bucket.',
  }),
  endpoint: optional({
    name: 'S3_ENDPOINT',
    parse: webUrl,
    absent: 'Amazon, by region',
    meaning: 'URL of an S3-compatible service other than Amazon.',
  }),
  accessKeyId: optional({
    name: 'S3_ACCESS_KEY_ID',
    parse: anyText,
    absent: "the machine's own credentials",
    meaning: 'Id of the access key.',
  }),
  secretAccessKey: optional({
    name: 'S3_SECRET_ACCESS_KEY',
    secret: true,
    parse: anyText,
    meaning: 'The secret of the access key.',
  }),
  forcePathStyle: setting({
    name: 'S3_FORCE_PATH_STYLE',
    default: 'off',
    parse: onOff,
    meaning: 'on if the bucket is part of the path instead of the host name (MinIO).',
  }),
  fileMegabytesMax: setting({
    name: 'GUILDHALL_FILE_MEGABYTES_MAX',
    default: '1024',
    parse: fileMegabytes,
    meaning: 'Maximum size of a file for download, in MB of 1,048,576 bytes.',
  }),
  organizationMegabytesMax: setting({
    name: 'GUILDHALL_ORGANIZATION_FILE_MEGABYTES_MAX',
    default: '10240',
    parse: megabytes,
    meaning: 'Maximum total size of the files of an organization, in MB.',
  }),
}

export const discord = {
  clientId: optional({
    name: 'GUILDHALL_DISCORD_CLIENT_ID',
    parse: anyText,
    meaning:
      'Client id of the application that sellers add to their servers and customers connect to.',
  }),
  clientSecret: optional({
    name: 'GUILDHALL_DISCORD_CLIENT_SECRET',
    secret: true,
    parse: anyText,
    meaning: 'Secret of the application.',
  }),
  botToken: optional({
    name: 'GUILDHALL_DISCORD_BOT_TOKEN',
    secret: true,
    parse: anyText,
    meaning: 'Token of its bot, which grants and revokes roles.',
  }),
  apiUrl: setting({
    name: 'GUILDHALL_DISCORD_API_URL',
    default: 'https://discord.com/api',
    parse: secureUrl,
    meaning: "URL of Discord's API; http:// only on this machine.",
  }),
}

export const githubApp = {
  id: optional({
    name: 'GUILDHALL_GITHUB_APP_ID',
    parse: anyText,
    meaning: 'Id of the GitHub App that invites customers to repositories.',
  }),
  privateKey: optional({
    name: 'GUILDHALL_GITHUB_APP_PRIVATE_KEY',
    secret: true,
    parse: privateKey,
    meaning: 'Its private key in PEM form; line breaks may be written as \\n.',
  }),
  clientId: optional({
    name: 'GUILDHALL_GITHUB_APP_CLIENT_ID',
    parse: anyText,
    meaning: 'Its client id, used by sellers and customers to connect their GitHub account.',
  }),
  clientSecret: optional({
    name: 'GUILDHALL_GITHUB_APP_CLIENT_SECRET',
    secret: true,
    parse: anyText,
    meaning: 'Its client secret.',
  }),
  apiUrl: setting({
    name: 'GUILDHALL_GITHUB_APP_API_URL',
    default: 'https://api.github.com',
    parse: secureUrl,
    meaning: "URL of GitHub's API; http:// only on this machine.",
  }),
  webUrl: setting({
    name: 'GUILDHALL_GITHUB_APP_WEB_URL',
    default: 'https://github.com',
    parse: secureUrl,
    meaning: "URL of GitHub's website; http:// only on this machine.",
  }),
}
