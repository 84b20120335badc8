/** A person at the provider. */
export interface Persona {
  readonly subject: string
  readonly email: string
  readonly verified: boolean
  readonly name: string
  readonly picture: string
}

export interface Dialect {
  /** Host and path of the real provider. */
  readonly authorize: string
  readonly token: string
  /** The refresh endpoint; null if there is none. */
  readonly refresh: string | null
  readonly clientIdName: 'client_id' | 'client_key'
  readonly authentication: 'basic' | 'post'
  readonly pkce: boolean
  readonly scopes: readonly string[]
  readonly scopeSeparator: ' ' | ','
  /** The callback is a form post instead of a redirect. */
  readonly postsForm: boolean
  readonly namesDevice: boolean
  /** How its token answers differ from the standard. */
  readonly tokenAnswer: (answer: Readonly<Record<string, unknown>>) => Record<string, unknown>
  readonly idToken: {
    readonly issuer: string
    readonly keys: string
    /** Whether every code exchange returns one, or only apps get them. */
    readonly withCode: boolean
    readonly claims: (persona: Persona) => Record<string, unknown>
  } | null
  /** By method, host and path. */
  readonly profile: Readonly<Record<string, (persona: Persona) => unknown>>
  /** Which facts of the persona the provider reports. */
  readonly reports: { readonly email: boolean; readonly verified: boolean; readonly image: boolean }
}

const asItIs = (answer: Readonly<Record<string, unknown>>) => ({ ...answer })

const claims = ({ subject, email, verified, name, picture }: Persona) => ({
  sub: subject,
  email,
  email_verified: verified,
  name,
  picture,
})

const dialect = (
  own: Pick<Dialect, 'authorize' | 'token' | 'scopes'> & Partial<Dialect>,
): Dialect => ({
  refresh: own.token,
  clientIdName: 'client_id',
  authentication: 'post',
  pkce: false,
  scopeSeparator: ' ',
  postsForm: false,
  namesDevice: false,
  tokenAnswer: asItIs,
  idToken: null,
  profile: {},
  reports: { email: true, verified: true, image: true },
  ...own,
})

/** The tenant of the stand-in for Microsoft. */
const microsoftTenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'

/** How each real provider behaves for signing in. */
export const dialects: Readonly<Record<string, Dialect>> = {
  apple: dialect({
    authorize: 'appleid.apple.com/auth/authorize',
    token: 'appleid.apple.com/auth/token',
    scopes: ['email', 'name'],
    postsForm: true,
    idToken: {
      issuer: 'https://appleid.apple.com',
      keys: 'appleid.apple.com/auth/keys',
      withCode: true,
      claims: ({ subject, email, verified }) => ({
        sub: subject,
        email,
        email_verified: String(verified),
      }),
    },
    reports: { email: true, verified: true, image: false },
  }),
  discord: dialect({
    authorize: 'discord.com/api/oauth2/authorize',
    token: 'discord.com/api/oauth2/token',
    scopes: ['identify', 'email'],
    pkce: true,
    profile: {
      'GET discord.com/api/users/@me': ({ subject, email, verified, name }) => ({
        id: subject,
        username: 'someone',
        global_name: name,
        avatar: 'a_8342729096ea3675442027381ff50dfe',
        email,
        verified,
      }),
    },
  }),
  dropbox: dialect({
    authorize: 'www.dropbox.com/oauth2/authorize',
    token: 'api.dropboxapi.com/oauth2/token',
    refresh: 'api.dropbox.com/oauth2/token',
    scopes: ['account_info.read'],
    pkce: true,
    profile: {
      'POST api.dropboxapi.com/2/users/get_current_account': (persona) => ({
        account_id: persona.subject,
        name: { display_name: persona.name, given_name: 'A', surname: 'B' },
        email: persona.email,
        email_verified: persona.verified,
        profile_photo_url: persona.picture,
      }),
    },
  }),
  facebook: dialect({
    authorize: 'www.facebook.com/v21.0/dialog/oauth',
    token: 'graph.facebook.com/v21.0/oauth/access_token',
    scopes: ['email', 'public_profile'],
    idToken: {
      issuer: 'https://www.facebook.com',
      keys: 'limited.facebook.com/.well-known/oauth/openid/jwks/',
      withCode: false,
      claims: ({ subject, email, name }) => ({ sub: subject, email, name }),
    },
    profile: {
      'GET graph.facebook.com/me': ({ subject, email, name, picture }) => ({
        id: subject,
        name,
        email,
        picture: { data: { url: picture, height: 50, width: 50, is_silhouette: false } },
      }),
    },
    reports: { email: true, verified: false, image: true },
  }),
  github: dialect({
    authorize: 'github.com/login/oauth/authorize',
    token: 'github.com/login/oauth/access_token',
    scopes: ['read:user', 'user:email'],
    pkce: true,
    tokenAnswer: (answer) => ({ ...answer, scope: 'read:user,user:email' }),
    profile: {
      'GET api.github.com/user': ({ subject, name, picture }) => ({
        id: Number(subject),
        login: 'someone',
        name,
        email: null,
        avatar_url: picture,
      }),
      'GET api.github.com/user/emails': ({ email, verified }) => [
        { email: 'another@example.org', primary: false, verified: true, visibility: null },
        { email, primary: true, verified, visibility: 'private' },
      ],
    },
  }),
  gitlab: dialect({
    authorize: 'gitlab.com/oauth/authorize',
    token: 'gitlab.com/oauth/token',
    scopes: ['read_user'],
    pkce: true,
    profile: {
      'GET gitlab.com/api/v4/user': ({ subject, email, verified, name, picture }) => ({
        id: Number(subject),
        username: 'someone',
        name,
        state: 'active',
        locked: false,
        email,
        confirmed_at: verified ? '2024-05-01T10:00:00.000Z' : null,
        avatar_url: picture,
      }),
    },
  }),
  google: dialect({
    authorize: 'accounts.google.com/o/oauth2/v2/auth',
    token: 'oauth2.googleapis.com/token',
    scopes: ['email', 'profile', 'openid'],
    pkce: true,
    idToken: {
      issuer: 'https://accounts.google.com',
      keys: 'www.googleapis.com/oauth2/v3/certs',
      withCode: true,
      claims,
    },
  }),
  huggingface: dialect({
    authorize: 'huggingface.co/oauth/authorize',
    token: 'huggingface.co/oauth/token',
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
    profile: {
      'GET huggingface.co/oauth/userinfo': (persona) => ({
        ...claims(persona),
        preferred_username: 'someone',
      }),
    },
  }),
  kick: dialect({
    authorize: 'id.kick.com/oauth/authorize',
    token: 'id.kick.com/oauth/token',
    refresh: null,
    scopes: ['user:read'],
    pkce: true,
    tokenAnswer: ({ expires_in, ...answer }) => ({ ...answer, expires_in: String(expires_in) }),
    profile: {
      'GET api.kick.com/public/v1/users': ({ subject, email, name, picture }) => ({
        data: [{ user_id: Number(subject), name, email, profile_picture: picture }],
        message: 'OK',
      }),
    },
    reports: { email: true, verified: false, image: true },
  }),
  linkedin: dialect({
    authorize: 'www.linkedin.com/oauth/v2/authorization',
    token: 'www.linkedin.com/oauth/v2/accessToken',
    scopes: ['profile', 'email', 'openid'],
    tokenAnswer: ({ token_type: _type, ...answer }) => ({
      ...answer,
      scope: 'email,openid,profile',
      refresh_token_expires_in: 31_536_059,
    }),
    profile: { 'GET api.linkedin.com/v2/userinfo': claims },
  }),
  microsoft: dialect({
    authorize: 'login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token: 'login.microsoftonline.com/common/oauth2/v2.0/token',
    scopes: ['openid', 'profile', 'email', 'User.Read', 'offline_access'],
    pkce: true,
    idToken: {
      issuer: `https://login.microsoftonline.com/${microsoftTenant}/v2.0`,
      keys: 'login.microsoftonline.com/common/discovery/v2.0/keys',
      withCode: true,
      claims: ({ subject, email, verified, name }) => ({
        sub: subject,
        tid: microsoftTenant,
        email,
        name,
        ...(verified ? { xms_edov: true } : {}),
      }),
    },
    reports: { email: true, verified: true, image: false },
  }),
  reddit: dialect({
    authorize: 'www.reddit.com/api/v1/authorize',
    token: 'www.reddit.com/api/v1/access_token',
    scopes: ['identity'],
    authentication: 'basic',
    profile: {
      'GET oauth.reddit.com/api/v1/me': ({ subject, name, picture }) => ({
        id: subject,
        name,
        icon_img: `${picture}?width=256&amp;s=abc`,
        has_verified_email: true,
      }),
    },
    reports: { email: false, verified: false, image: true },
  }),
  roblox: dialect({
    authorize: 'apis.roblox.com/oauth/v1/authorize',
    token: 'apis.roblox.com/oauth/v1/token',
    scopes: ['openid', 'profile'],
    pkce: true,
    profile: {
      'GET apis.roblox.com/oauth/v1/userinfo': ({ subject, name, picture }) => ({
        sub: subject,
        name: 'someone',
        nickname: name,
        preferred_username: 'someone',
        picture,
      }),
    },
    reports: { email: false, verified: false, image: true },
  }),
  spotify: dialect({
    authorize: 'accounts.spotify.com/authorize',
    token: 'accounts.spotify.com/api/token',
    scopes: ['user-read-email'],
    pkce: true,
    profile: {
      'GET api.spotify.com/v1/me': ({ subject, email, name, picture }) => ({
        id: subject,
        display_name: name,
        email,
        images: [{ url: picture, height: 300, width: 300 }],
      }),
    },
    reports: { email: true, verified: false, image: true },
  }),
  tiktok: dialect({
    authorize: 'www.tiktok.com/v2/auth/authorize',
    token: 'open.tiktokapis.com/v2/oauth/token/',
    clientIdName: 'client_key',
    scopes: ['user.info.profile'],
    scopeSeparator: ',',
    tokenAnswer: (answer) => ({ ...answer, open_id: 'x', refresh_expires_in: 31_536_000 }),
    profile: {
      'GET open.tiktokapis.com/v2/user/info/': ({ subject, name, picture }) => ({
        data: { user: { open_id: subject, display_name: name, avatar_large_url: picture } },
        error: { code: 'ok', message: '', log_id: '2024' },
      }),
    },
    reports: { email: false, verified: false, image: true },
  }),
  twitch: dialect({
    authorize: 'id.twitch.tv/oauth2/authorize',
    token: 'id.twitch.tv/oauth2/token',
    scopes: ['user:read:email', 'openid'],
    tokenAnswer: (answer) => ({ ...answer, scope: ['openid', 'user:read:email'] }),
    idToken: {
      issuer: 'https://id.twitch.tv/oauth2',
      keys: 'id.twitch.tv/oauth2/keys',
      withCode: true,
      claims: ({ name, ...persona }) => ({
        ...claims({ ...persona, name }),
        name: undefined,
        preferred_username: name,
      }),
    },
  }),
  twitter: dialect({
    authorize: 'x.com/i/oauth2/authorize',
    token: 'api.x.com/2/oauth2/token',
    scopes: ['users.read', 'tweet.read', 'offline.access', 'users.email'],
    authentication: 'basic',
    pkce: true,
    profile: {
      'GET api.x.com/2/users/me': ({ subject, email, verified, name, picture }) => ({
        data: {
          id: subject,
          name,
          username: 'someone',
          profile_image_url: picture,
          ...(verified ? { confirmed_email: email } : {}),
        },
      }),
    },
  }),
  vk: dialect({
    authorize: 'id.vk.com/authorize',
    token: 'id.vk.com/oauth2/auth',
    scopes: ['email', 'phone'],
    pkce: true,
    namesDevice: true,
    profile: {
      'POST id.vk.com/oauth2/user_info': ({ subject, email, name, picture }) => ({
        user: {
          user_id: subject,
          first_name: name.split(' ')[0],
          last_name: name.split(' ').slice(1).join(' '),
          avatar: picture,
          email,
        },
      }),
    },
    reports: { email: true, verified: false, image: true },
  }),
  zoom: dialect({
    authorize: 'zoom.us/oauth/authorize',
    token: 'zoom.us/oauth/token',
    refresh: null,
    scopes: [],
    authentication: 'basic',
    pkce: true,
    profile: {
      'GET api.zoom.us/v2/users/me': ({ subject, email, verified, name, picture }) => ({
        id: subject,
        display_name: name,
        email,
        verified: verified ? 1 : 0,
        pic_url: picture,
      }),
    },
  }),
}
