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
import { given, optional, setting } from './setting.ts'

const port = wholeNumber(0, 65_535)
const postgresUrl = url('postgres', 'postgresql')
const portDefault = '3000'
/** As many as a storage takes in one object. */
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
    meaning: 'Port of the listener; 0 takes a free one.',
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
    meaning: 'The public origin: what stands in links and cookies. Its scheme decides on HTTPS.',
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
      'Signs cookies and encrypts what is stored encrypted. A list rotates: the first is used, ' +
      'all are accepted.',
  }),
  roles: setting({
    name: 'GUILDHALL_ROLES',
    default: 'web,worker',
    parse: listOf(oneOf('web', 'worker')),
    meaning: 'What this process does; several processes share one database.',
  }),
  trustedOrigins: optional({
    name: 'GUILDHALL_TRUSTED_ORIGINS',
    parse: listOf(trustedOrigin),
    meaning:
      'Origins besides GUILDHALL_URL that may call with cookies and be redirected to: ' +
      'https://app.example, *.app.example, myapp://',
  }),
  trustedProxies: optional({
    name: 'GUILDHALL_TRUSTED_PROXIES',
    parse: listOf(network),
    meaning: 'Addresses and networks whose X-Forwarded-* headers are believed.',
  }),
  adminEmails: optional({
    name: 'GUILDHALL_ADMIN_EMAILS',
    parse: listOf(emailAddress),
    absent: 'the first user of a fresh server',
    meaning: 'Whoever proves to own one of these addresses is an operator (role admin).',
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
      "Keys of the application's own backend (Authorization: Bearer), for the calls that only a " +
      'server may make. Without one those calls are 404.',
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
      'Cookies are named <prefix>.session_token and so on, on HTTPS with __Secure- in front.',
  }),
  logLevel: setting({
    name: 'GUILDHALL_LOG_LEVEL',
    default: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    meaning: 'The least important lines that are logged.',
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
    meaning: 'Address of that listener. It asks nobody for a password: keep it off the internet.',
  }),
}

export const database = {
  url: optional({
    name: 'DATABASE_URL',
    parse: postgresUrl,
    absent: 'embedded PostgreSQL in the data folder',
    meaning: 'PostgreSQL 15 or newer. Requires GUILDHALL_SECRET.',
  }),
  ownerUrl: optional({
    name: 'DATABASE_OWNER_URL',
    parse: postgresUrl,
    absent: 'DATABASE_URL',
    meaning: 'Login of the role that owns the tables and migrates them; the server works without.',
  }),
  directUrl: optional({
    name: 'DATABASE_DIRECT_URL',
    parse: postgresUrl,
    absent: 'DATABASE_URL',
    meaning: 'Way around a pooler, for LISTEN and the job queue.',
  }),
  pooled: setting({
    name: 'DATABASE_POOLED',
    default: 'off',
    parse: onOff,
    meaning: 'on where DATABASE_URL leads through a pooler in transaction mode (PgBouncer).',
  }),
  replicaUrl: optional({
    name: 'DATABASE_REPLICA_URL',
    parse: postgresUrl,
    absent: 'DATABASE_URL',
    meaning: 'A standby that answers lists and analytics.',
  }),
}

export const mail = {
  smtpUrl: optional({
    name: 'SMTP_URL',
    parse: url('smtp', 'smtps'),
    absent: 'mails stay on the page /dev/mail',
    meaning: 'Mail server: smtp://user:password@host:587, or smtps:// for TLS from the first byte.',
  }),
  from: optional({
    name: 'GUILDHALL_MAIL_FROM',
    parse: sender,
    meaning: 'Sender of all mails: Shop <shop@example.com>. Required with SMTP_URL.',
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
    meaning: 'Takes payments through Stripe. Requires the next two.',
  }),
  publishableKey: optional({
    name: 'STRIPE_PUBLISHABLE_KEY',
    parse: stripeKey('pk_'),
    meaning: "The key that the buyer's browser uses.",
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
    meaning: "Another address of Stripe's API, for a stand-in.",
  }),
  tax: setting({
    name: 'GUILDHALL_STRIPE_TAX',
    default: 'on',
    parse: onOff,
    meaning:
      'off where Stripe takes payments, but tax is calculated by the rates that are built in.',
  }),
}

export const storage = {
  bucket: optional({
    name: 'S3_BUCKET',
    parse: matching(/^[\w.-]{3,255}$/, 'the name of a bucket'),
    absent: 'files lie in the data folder',
    meaning: 'Keeps files in this bucket of any S3. Needed by more than one machine.',
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
    meaning: 'Address of an S3 that is not Amazon.',
  }),
  accessKeyId: optional({
    name: 'S3_ACCESS_KEY_ID',
    parse: anyText,
    absent: 'what the machine is granted',
    meaning: 'Access key.',
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
    meaning: 'on where the bucket stands in the path instead of the host name (MinIO).',
  }),
  fileMegabytesMax: setting({
    name: 'GUILDHALL_FILE_MEGABYTES_MAX',
    default: '1024',
    parse: fileMegabytes,
    meaning: 'The largest file that can be offered for download, in MB of 1,048,576 bytes.',
  }),
  organizationMegabytesMax: setting({
    name: 'GUILDHALL_ORGANIZATION_FILE_MEGABYTES_MAX',
    default: '10240',
    parse: megabytes,
    meaning: 'All files of one organization together, in MB.',
  }),
}

export const discord = {
  clientId: optional({
    name: 'GUILDHALL_DISCORD_CLIENT_ID',
    parse: anyText,
    meaning:
      'Application that sellers let into their servers, and customers connect their account with.',
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
    meaning: 'Token of its bot, which gives and takes roles.',
  }),
  apiUrl: setting({
    name: 'GUILDHALL_DISCORD_API_URL',
    default: 'https://discord.com/api',
    parse: secureUrl,
    meaning: "Address of Discord's API; without encryption only on this machine.",
  }),
}

export const githubApp = {
  id: optional({
    name: 'GUILDHALL_GITHUB_APP_ID',
    parse: anyText,
    meaning: 'GitHub App that invites customers to repositories.',
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
    meaning: 'Its client id, with which sellers and customers connect their GitHub account.',
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
    meaning: "Address of GitHub's API; without encryption only on this machine.",
  }),
  webUrl: setting({
    name: 'GUILDHALL_GITHUB_APP_WEB_URL',
    default: 'https://github.com',
    parse: secureUrl,
    meaning: "Address of GitHub's pages; without encryption only on this machine.",
  }),
}
