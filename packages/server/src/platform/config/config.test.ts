import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const secret = 'one secret of at least thirty-two letters'.replaceAll(' ', '-')
const severalHosts = 'postgres://app@one:5432,two/guildhall?target_session_attrs=read-write'
const cluster = { DATABASE_URL: 'postgres://app:hush@db/guildhall', GUILDHALL_SECRET: secret }

function read(env: Record<string, string>) {
  const config = readConfig(env)
  if ('faults' in config) throw new Error(config.faults.join('\n'))
  return config
}

function faults(env: Record<string, string>): readonly string[] {
  const config = readConfig(env)
  return 'faults' in config ? config.faults : []
}

const patternOf = (line: string | RegExp) =>
  typeof line === 'string' ? new RegExp(`^${line.replaceAll(/[$()*+.?[\\\]{|}]/g, '\\$&')}$`) : line

describe('reading the configuration', () => {
  it('needs no setting: each has a default or is optional', () => {
    expect(read({})).toMatchObject({
      server: {
        port: 3000,
        host: '127.0.0.1',
        url: 'http://localhost:3000',
        secrets: null,
        roles: ['web', 'worker'],
        trustedOrigins: null,
        rateLimit: true,
        cookiePrefix: 'guildhall',
        logLevel: 'info',
        metricsPort: null,
      },
      database: { url: null, pooled: false },
      mail: { smtpUrl: null, from: null },
      stripe: { secretKey: null },
      accounts: { verifyEmailRequired: false, changeEmail: true, resetEndsSessions: true },
      passwords: { min: 8, max: 128, commonCheck: true, breachUrl: null },
      usernames: { min: 3, max: 30, pattern: /^[a-zA-Z0-9_.]+$/ },
      sessions: { seconds: 604800, refreshSeconds: 86400, freshSeconds: 86400, cacheSeconds: 0 },
      lifetimes: { resetSeconds: 3600, deletionSeconds: 86400, invitationSeconds: 172800 },
      organizations: { create: 'everyone', limit: null, creatorRole: 'owner', memberLimit: 100 },
      teams: { enabled: true, limit: null, removeLast: false },
      social: [],
      oidc: [],
    })
  })

  it.each([
    [{}, 'sessions', 'maxSeconds', 90 * 86_400],
    [{ PORT: '8080' }, 'server', 'url', 'http://localhost:8080'],
    [{ GUILDHALL_URL: 'https://Shop.example/' }, 'server', 'url', 'https://shop.example'],
    [
      { GUILDHALL_SECRET: `${secret}-new, ${secret}` },
      'server',
      'secrets',
      [`${secret}-new`, secret],
    ],
    [{ GUILDHALL_ROLES: 'worker' }, 'server', 'roles', ['worker']],
    [
      { GUILDHALL_TRUSTED_ORIGINS: 'https://app.example, *.App.example:8080,, myapp://' },
      'server',
      'trustedOrigins',
      ['https://app.example', '*.app.example:8080', 'myapp://'],
    ],
    [
      { GUILDHALL_TRUSTED_PROXIES: '10.0.0.0/8,::1,fd00::/8' },
      'server',
      'trustedProxies',
      ['10.0.0.0/8', '::1', 'fd00::/8'],
    ],
    [{ GUILDHALL_ADMIN_EMAILS: 'Ann@Example.com' }, 'server', 'adminEmails', ['ann@example.com']],
    [{ GUILDHALL_RATE_LIMIT: 'off' }, 'server', 'rateLimit', false],
    [{ GUILDHALL_RATE_LIMIT: '' }, 'server', 'rateLimit', true],
    [{ GUILDHALL_RATE_LIMIT: ' off ' }, 'server', 'rateLimit', false],
    [
      { GUILDHALL_MAIL_FROM: 'The Shop <shop@example.com>' },
      'mail',
      'from',
      { name: 'The Shop', address: 'shop@example.com' },
    ],
    [
      { GUILDHALL_MAIL_FROM: 'shop@example.com' },
      'mail',
      'from',
      { name: null, address: 'shop@example.com' },
    ],
    [
      { GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on' },
      'organizations',
      'invitationNeedsVerifiedEmail',
      true,
    ],
    [
      {
        GUILDHALL_VERIFY_EMAIL_REQUIRED: 'on',
        GUILDHALL_INVITATION_NEEDS_VERIFIED_EMAIL: 'off',
      },
      'organizations',
      'invitationNeedsVerifiedEmail',
      false,
    ],
    [cluster, 'database', 'url', cluster.DATABASE_URL],
    [
      { ...cluster, DATABASE_URL: 'postgres://app@%2Ftmp%2Fsocket/guildhall' },
      'database',
      'url',
      'postgres://app@%2Ftmp%2Fsocket/guildhall',
    ],
    [{ ...cluster, DATABASE_URL: severalHosts }, 'database', 'url', severalHosts],
    [
      { ...cluster, DATABASE_REPLICA_URL: 'postgres://r/guildhall' },
      'database',
      'replicaLagSecondsMax',
      10,
    ],
  ])('%j sets %s.%s', (env, group, key, value) => {
    expect(read(env)).toHaveProperty([group, key], value)
  })

  it('reads settings whose names the operator chooses', () => {
    const config = read({
      GUILDHALL_SOCIAL_GITHUB_CLIENT_ID: 'gh',
      GUILDHALL_SOCIAL_GITHUB_CLIENT_SECRET: 'gh-hush',
      GUILDHALL_OIDC_MY_CORP_ISSUER: 'https://login.corp.example',
      GUILDHALL_OIDC_MY_CORP_CLIENT_ID: 'corp',
      GUILDHALL_OIDC_MY_CORP_CLIENT_SECRET: 'corp-hush',
      GUILDHALL_OIDC_MY_CORP_SCOPES: 'openid email groups',
      GUILDHALL_OIDC_MY_CORP_TOKEN_AUTH: 'client_secret_post',
      GUILDHALL_GITHUB_APP_ID: '1',
      GUILDHALL_GITHUB_APP_PRIVATE_KEY: '-----BEGIN RSA PRIVATE KEY-----\\nabc\\n-----END',
      GUILDHALL_GITHUB_APP_CLIENT_ID: 'Iv1',
      GUILDHALL_GITHUB_APP_CLIENT_SECRET: 'app-hush',
    })
    expect(config.social).toEqual([
      {
        provider: 'github',
        clientId: 'gh',
        clientSecret: 'gh-hush',
        scopes: [],
        audiences: [],
        isTrusted: false,
        signUp: 'on',
        reachedThrough: null,
        tenant: null,
        issuer: null,
      },
    ])
    expect(config.oidc).toEqual([
      {
        id: 'my_corp',
        issuer: 'https://login.corp.example',
        clientId: 'corp',
        clientSecret: 'corp-hush',
        scopes: ['openid', 'email', 'groups'],
        label: 'MY_CORP',
        tokenAuthentication: 'post',
        isTrusted: false,
        signUp: 'on',
      },
    ])
    expect(config.githubApp.privateKey).toContain('KEY-----\nabc\n')
  })

  it('reads settings that only one provider has', () => {
    const social = (provider: string, settings: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(settings).map(([end, value]) => [
          `GUILDHALL_SOCIAL_${provider}_${end}`,
          value,
        ]),
      )
    const pem = '-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----'
    const config = read({
      ...social('APPLE', { CLIENT_ID: 'a', TEAM_ID: 't', KEY_ID: 'k', PRIVATE_KEY: pem }),
      ...social('APPLE', { AUDIENCES: 'com.example.one, com.example.two', SIGN_UP: 'requested' }),
      ...social('GITLAB', { CLIENT_ID: 'g', CLIENT_SECRET: 's', ISSUER: 'https://git.example' }),
      ...social('GITLAB', { TRUSTED: 'on', SCOPES: 'api read_user', URL: 'http://127.0.0.1:1' }),
      ...social('MICROSOFT', { CLIENT_ID: 'm', CLIENT_SECRET: 's', TENANT: 'corp.example' }),
    })
    expect(config.social).toMatchObject([
      {
        provider: 'apple',
        clientSecret: { issuer: 't', keyId: 'k', privateKey: expect.stringContaining('\nabc\n') },
        audiences: ['com.example.one', 'com.example.two'],
        signUp: 'requested',
      },
      {
        provider: 'gitlab',
        issuer: 'https://git.example',
        isTrusted: true,
        scopes: ['api', 'read_user'],
        reachedThrough: 'http://127.0.0.1:1',
      },
      { provider: 'microsoft', tenant: 'corp.example' },
    ])
  })

  it('ignores the variables of other programs', () => {
    expect(faults({ PATH: '/bin', NODE_ENV: 'production', GUILD: 'x', S3_CACHE: 'y' })).toEqual([])
  })
})

describe('invalid settings that stop the start', () => {
  it.each([
    [{ PORT: 'abc' }, ['PORT must be a whole number from 0 to 65535, not abc']],
    [{ PORT: '70000' }, ['PORT must be a whole number from 0 to 65535, not 70000']],
    [{ PORT: '-1' }, ['PORT must be a whole number from 0 to 65535, not -1']],
    [{ PORT: '1e3' }, ['PORT must be a whole number from 0 to 65535, not 1e3']],
    [
      { GUILDHALL_URL: 'shop.example' },
      ['GUILDHALL_URL must be a URL that begins with https:// or http://, not shop.example'],
    ],
    [
      { GUILDHALL_URL: 'https://shop.example/app' },
      ['GUILDHALL_URL must have no path, query or credentials, not https://shop.example/app'],
    ],
    [
      { ...cluster, DATABASE_REPLICA_URL: 'postgres://one,two/guildhall' },
      ['DATABASE_REPLICA_URL must name one server, not postgres://one,two/guildhall'],
    ],
    [
      { ...cluster, DATABASE_URL: 'postgres://one,two/g?target_session_attrs=standby' },
      [
        'DATABASE_URL must have read-write as target_session_attrs, or none, not ' +
          'postgres://one,two/g?target_session_attrs=standby',
      ],
    ],
    [
      { ...cluster, DATABASE_URL: 'postgres://one,/g' },
      ['DATABASE_URL must name a host between its commas, not postgres://one,/g'],
    ],
    [
      { DATABASE_REPLICA_MAX_LAG: '5' },
      ['DATABASE_REPLICA_URL is missing: DATABASE_REPLICA_MAX_LAG needs it'],
    ],
    [{ GUILDHALL_RATE_LIMIT: 'no' }, ['GUILDHALL_RATE_LIMIT must be on or off, not no']],
    [{ GUILDHALL_ROLES: 'web,cron' }, ['GUILDHALL_ROLES must be one of web, worker, not web,cron']],
    [
      { GUILDHALL_CREATOR_ROLE: 'admin' },
      ['GUILDHALL_CREATOR_ROLE must be owner or owner,admin, not admin'],
    ],
    [{ GUILDHALL_ROLES: ',' }, ['GUILDHALL_ROLES must not be empty, not ,']],
    [
      { GUILDHALL_TRUSTED_PROXIES: '10.0.0.0/33' },
      [/^GUILDHALL_TRUSTED_PROXIES must hold addresses/],
    ],
    [{ GUILDHALL_TRUSTED_ORIGINS: '*' }, [/^GUILDHALL_TRUSTED_ORIGINS must hold origins/]],
    [{ GUILDHALL_TRUSTED_ORIGINS: 'javascript://x' }, [/^GUILDHALL_TRUSTED_ORIGINS must hold/]],
    [
      { GUILDHALL_TRUSTED_ORIGINS: 'https://a.example/x' },
      [/^GUILDHALL_TRUSTED_ORIGINS must hold/],
    ],
    [{ GUILDHALL_ADMIN_EMAILS: 'ann' }, [/^GUILDHALL_ADMIN_EMAILS must hold email addresses/]],
    [{ GUILDHALL_MAIL_FROM: 'Shop <shop>' }, [/^GUILDHALL_MAIL_FROM must be an address/]],
    [
      { GUILDHALL_USERNAME_PATTERN: '(' },
      [/^GUILDHALL_USERNAME_PATTERN must be a regular expression/],
    ],
    [{ GUILDHALL_LOG_LEVEL: 'loud' }, [/^GUILDHALL_LOG_LEVEL must be one of trace,/]],
    [
      { GUILDHALL_PASSWORD_MIN: '20', GUILDHALL_PASSWORD_MAX: '10' },
      ['GUILDHALL_PASSWORD_MIN (20) must not exceed GUILDHALL_PASSWORD_MAX (10)'],
    ],
    [
      { GUILDHALL_SESSION_SECONDS: '3600' },
      [
        'GUILDHALL_SESSION_REFRESH_SECONDS (86400) must not exceed GUILDHALL_SESSION_SECONDS (3600)',
      ],
    ],
    [
      { DATABASE_URL: cluster.DATABASE_URL },
      ['GUILDHALL_SECRET is missing: several machines must sign alike'],
    ],
    [{ DATABASE_POOLED: 'on' }, ['DATABASE_URL is missing: DATABASE_POOLED needs it']],
    [
      { ...cluster, DATABASE_POOLED: 'on' },
      ['DATABASE_DIRECT_URL is missing: with DATABASE_POOLED=on it leads to PostgreSQL itself'],
    ],
    [{ SMTP_URL: 'smtp://mail' }, ['GUILDHALL_MAIL_FROM is missing: a mail has a sender']],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      [
        'STRIPE_PUBLISHABLE_KEY is missing: STRIPE_SECRET_KEY needs it',
        'STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY needs it',
      ],
    ],
    [
      {
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
      },
      ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live or both test'],
    ],
    [
      { GUILDHALL_SOCIAL_GOOGLE_CLIENT_ID: 'x' },
      [
        'GUILDHALL_SOCIAL_GOOGLE_CLIENT_SECRET is missing: GUILDHALL_SOCIAL_GOOGLE_CLIENT_ID needs it',
      ],
    ],
    [
      { GUILDHALL_OIDC_ACME_ISSUER: 'https://acme.example' },
      [
        'GUILDHALL_OIDC_ACME_CLIENT_ID is missing: the provider acme needs it',
        'GUILDHALL_OIDC_ACME_CLIENT_SECRET is missing: the provider acme needs it',
      ],
    ],
    [
      { GUILDHALL_OIDC_GOOGLE_ISSUER: 'https://acme.example' },
      ['GUILDHALL_OIDC_GOOGLE_ISSUER: the id google is taken by a provider that is built in'],
    ],
    [
      { GUILDHALL_SOCIAL_APPLE_CLIENT_ID: 'a', GUILDHALL_SOCIAL_APPLE_KEY_ID: 'k' },
      [
        'GUILDHALL_SOCIAL_APPLE_TEAM_ID is missing: GUILDHALL_SOCIAL_APPLE_KEY_ID needs it',
        'GUILDHALL_SOCIAL_APPLE_PRIVATE_KEY is missing: GUILDHALL_SOCIAL_APPLE_KEY_ID needs it',
      ],
    ],
    [
      { GUILDHALL_SOCIAL_GITLAB_ISSUER: 'https://git.example' },
      ['GUILDHALL_SOCIAL_GITLAB_CLIENT_ID is missing: GUILDHALL_SOCIAL_GITLAB_ISSUER needs it'],
    ],
    [
      {
        GUILDHALL_SOCIAL_VK_CLIENT_ID: 'v',
        GUILDHALL_SOCIAL_VK_CLIENT_SECRET: 's',
        GUILDHALL_SOCIAL_VK_SIGN_UP: 'maybe',
      },
      ['GUILDHALL_SOCIAL_VK_SIGN_UP must be one of on, requested, off'],
    ],
    [{ GUILDHALL_SOCIAL_GITHUB_TENANT: 'x' }, [/^GUILDHALL_SOCIAL_GITHUB_TENANT is not a setting/]],
    [
      { GUILDHALL_DISCORD_BOT_TOKEN: 'x' },
      [
        'GUILDHALL_DISCORD_CLIENT_ID is missing: GUILDHALL_DISCORD_BOT_TOKEN needs it',
        'GUILDHALL_DISCORD_CLIENT_SECRET is missing: GUILDHALL_DISCORD_BOT_TOKEN needs it',
      ],
    ],
    [
      { GUILDHALL_DISCORD_API_URL: 'http://discord.example/api' },
      [/^GUILDHALL_DISCORD_API_URL must begin with https:\/\/ for any other machine/],
    ],
    [
      { GUILDHALL_GITHUB_APP_WEB_URL: 'http://10.0.0.1' },
      [/^GUILDHALL_GITHUB_APP_WEB_URL must begin with https:\/\//],
    ],
    [
      { GUILDHALL_GITHUB_APP_WEB_URL: 'http://127.0.0.1:1' },
      ['GUILDHALL_GITHUB_APP_ID is missing: GUILDHALL_GITHUB_APP_WEB_URL needs it'],
    ],
    [{ S3_ENDPOINT: 'https://s3.example' }, ['S3_BUCKET is missing: S3_ENDPOINT needs it']],
    [{ GUILDHALL_SERVER_KEYS: 'guildhall_srv_short' }, [/^GUILDHALL_SERVER_KEYS must be keys/]],
  ])('%j', (env, lines) => {
    const expected = lines.map((line) => expect.stringMatching(patternOf(line)))
    expect(faults(env)).toEqual(expected)
  })

  it.each([
    ['GUILDHALL_PORT', 'GUILDHALL_PORT is not a setting; did you mean PORT?'],
    ['GUILDHALL_SECRETS', 'GUILDHALL_SECRETS is not a setting; did you mean GUILDHALL_SECRET?'],
    [
      'GUILDHALL_PASWORD_MIN',
      'GUILDHALL_PASWORD_MIN is not a setting; did you mean GUILDHALL_PASSWORD_MIN?',
    ],
    [
      'GUILDHALL_SOCIAL_GOGLE_CLIENT_ID',
      'GUILDHALL_SOCIAL_GOGLE_CLIENT_ID is not a setting; did you mean GUILDHALL_SOCIAL_GOOGLE_CLIENT_ID?',
    ],
    [
      'GUILDHALL_MIN_PASSWORD',
      'GUILDHALL_MIN_PASSWORD is not a setting; did you mean GUILDHALL_PASSWORD_MIN?',
    ],
    ['GUILDHALL_SOMETHING_ELSE_ALTOGETHER', 'GUILDHALL_SOMETHING_ELSE_ALTOGETHER is not a setting'],
  ])('an unknown setting %s', (name, line) => {
    expect(faults({ [name]: 'x' })).toEqual([line])
  })

  it('are all reported together', () => {
    expect(faults({ PORT: 'x', GUILDHALL_RATE_LIMIT: 'y', GUILDHALL_FOO: 'z' })).toHaveLength(3)
  })

  it('are reported without secrets', () => {
    const reported = faults({
      GUILDHALL_SECRET: 'hush',
      STRIPE_SECRET_KEY: 'hush',
      GUILDHALL_SERVER_KEYS: 'hush',
      DATABASE_URL: 'mysql://app:hush@db/guildhall',
    })
    expect(reported).toHaveLength(4)
    expect(reported.join('\n')).not.toContain('hush')
  })
})
