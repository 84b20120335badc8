import { at, joined, textAt } from './json-path.ts'

import { call, type Provider, provider, standardClaims } from './provider.ts'

export const discord = (): Provider =>
  provider({
    id: 'discord',
    name: 'Discord',
    authorizeUrl: 'https://discord.com/api/oauth2/authorize',
    authorizeParameters: { prompt: 'none' },
    tokenUrl: 'https://discord.com/api/oauth2/token',
    scopes: ['identify', 'email'],
    usesPkce: true,
    calls: [call('https://discord.com/api/users/@me')],
    profile: ({ answers: [me] }) => ({
      subject: at(me, 'id'),
      email: at(me, 'email'),
      emailVerified: at(me, 'verified'),
      name: textAt(me, 'global_name') ?? at(me, 'username'),
      image: discordAvatar(textAt(me, 'id'), textAt(me, 'avatar')),
    }),
  })

function discordAvatar(id: string | null, avatar: string | null): string | null {
  if (id === null || avatar === null) return null
  const ending = avatar.startsWith('a_') ? 'gif' : 'png'
  return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${ending}`
}

export const dropbox = (): Provider =>
  provider({
    id: 'dropbox',
    name: 'Dropbox',
    authorizeUrl: 'https://www.dropbox.com/oauth2/authorize',
    authorizeParameters: { token_access_type: 'offline' },
    tokenUrl: 'https://api.dropboxapi.com/oauth2/token',
    refreshUrl: 'https://api.dropbox.com/oauth2/token',
    scopes: ['account_info.read'],
    usesPkce: true,
    calls: [call('https://api.dropboxapi.com/2/users/get_current_account', { method: 'POST' })],
    profile: ({ answers: [account] }) => ({
      subject: at(account, 'account_id'),
      email: at(account, 'email'),
      emailVerified: at(account, 'email_verified'),
      name: at(account, 'name', 'display_name'),
      image: at(account, 'profile_photo_url'),
    }),
  })

/** The profile's address may be unverified; the list of addresses says which ones are verified. */
export const github = (): Provider =>
  provider({
    id: 'github',
    name: 'GitHub',
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scopes: ['read:user', 'user:email'],
    usesPkce: true,
    calls: [
      call('https://api.github.com/user'),
      call('https://api.github.com/user/emails', { optional: true }),
    ],
    profile: ({ answers: [user, emails] }) => {
      const email = githubEmail(at(user, 'email'), Array.isArray(emails) ? emails : [])
      return {
        subject: at(user, 'id'),
        email: at(email, 'email'),
        emailVerified: at(email, 'verified'),
        name: textAt(user, 'name') ?? at(user, 'login'),
        image: at(user, 'avatar_url'),
      }
    },
  })

function githubEmail(shown: unknown, emails: readonly unknown[]): unknown {
  return (
    emails.find((one) => at(one, 'primary') === true) ??
    emails.find((one) => at(one, 'email') === shown) ??
    emails[0] ?? { email: shown, verified: false }
  )
}

export function gitlab({ issuer }: { readonly issuer: string | null }): Provider {
  const base = (issuer ?? 'https://gitlab.com').replace(/\/+$/, '')
  return provider({
    id: 'gitlab',
    name: 'GitLab',
    authorizeUrl: `${base}/oauth/authorize`,
    tokenUrl: `${base}/oauth/token`,
    scopes: ['read_user'],
    usesPkce: true,
    calls: [call(`${base}/api/v4/user`)],
    profile: ({ answers: [user] }) => {
      const isActive = at(user, 'state') === 'active' && at(user, 'locked') !== true
      if (!isActive) return null
      return {
        subject: at(user, 'id'),
        email: at(user, 'email'),
        emailVerified: textAt(user, 'confirmed_at') !== null,
        name: textAt(user, 'name') ?? at(user, 'username'),
        image: at(user, 'avatar_url'),
      }
    },
  })
}

export const huggingface = (): Provider =>
  provider({
    id: 'huggingface',
    name: 'Hugging Face',
    authorizeUrl: 'https://huggingface.co/oauth/authorize',
    tokenUrl: 'https://huggingface.co/oauth/token',
    scopes: ['openid', 'profile', 'email'],
    usesPkce: true,
    calls: [call('https://huggingface.co/oauth/userinfo')],
    profile: ({ answers: [claims] }) => standardClaims(claims),
  })

export const kick = (): Provider =>
  provider({
    id: 'kick',
    name: 'Kick',
    authorizeUrl: 'https://id.kick.com/oauth/authorize',
    tokenUrl: 'https://id.kick.com/oauth/token',
    refreshUrl: null,
    scopes: ['user:read'],
    usesPkce: true,
    calls: [call('https://api.kick.com/public/v1/users')],
    profile: ({ answers: [answer] }) => {
      const user = at(answer, 'data', 0)
      return {
        subject: at(user, 'user_id'),
        email: at(user, 'email'),
        name: at(user, 'name'),
        image: at(user, 'profile_picture'),
      }
    },
  })

export const linkedin = (): Provider =>
  provider({
    id: 'linkedin',
    name: 'LinkedIn',
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    scopes: ['profile', 'email', 'openid'],
    calls: [call('https://api.linkedin.com/v2/userinfo')],
    profile: ({ answers: [claims] }) => standardClaims(claims),
  })

/** Provides no email address. */
export const reddit = (): Provider =>
  provider({
    id: 'reddit',
    name: 'Reddit',
    authorizeUrl: 'https://www.reddit.com/api/v1/authorize',
    authorizeParameters: { duration: 'permanent' },
    tokenUrl: 'https://www.reddit.com/api/v1/access_token',
    tokenAuthentication: 'basic',
    scopes: ['identity'],
    calls: [call('https://oauth.reddit.com/api/v1/me')],
    profile: ({ answers: [me] }) => ({
      subject: at(me, 'id'),
      name: at(me, 'name'),
      // The query string signs one size of the image.
      image: textAt(me, 'icon_img')?.split('?')[0],
    }),
  })

/** Provides an email address to few apps only. */
export const roblox = (): Provider =>
  provider({
    id: 'roblox',
    name: 'Roblox',
    authorizeUrl: 'https://apis.roblox.com/oauth/v1/authorize',
    authorizeParameters: { prompt: 'select_account consent' },
    tokenUrl: 'https://apis.roblox.com/oauth/v1/token',
    scopes: ['openid', 'profile'],
    usesPkce: true,
    calls: [call('https://apis.roblox.com/oauth/v1/userinfo')],
    profile: ({ answers: [claims] }) => ({
      ...standardClaims(claims),
      name: textAt(claims, 'nickname') ?? at(claims, 'preferred_username'),
    }),
  })

/** Never says whether an address is verified. */
export const spotify = (): Provider =>
  provider({
    id: 'spotify',
    name: 'Spotify',
    authorizeUrl: 'https://accounts.spotify.com/authorize',
    tokenUrl: 'https://accounts.spotify.com/api/token',
    scopes: ['user-read-email'],
    usesPkce: true,
    calls: [call('https://api.spotify.com/v1/me')],
    profile: ({ answers: [me] }) => ({
      subject: at(me, 'id'),
      email: at(me, 'email'),
      name: at(me, 'display_name'),
      image: at(me, 'images', 0, 'url'),
    }),
  })

/** Names the client id `client_key`, separates scopes by commas and provides no email address. */
export const tiktok = (): Provider =>
  provider({
    id: 'tiktok',
    name: 'TikTok',
    authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize',
    tokenUrl: 'https://open.tiktokapis.com/v2/oauth/token/',
    clientIdParameter: 'client_key',
    scopes: ['user.info.profile'],
    scopeSeparator: ',',
    calls: [
      call(
        'https://open.tiktokapis.com/v2/user/info/?fields=open_id,avatar_large_url,display_name,username',
      ),
    ],
    profile: ({ answers: [answer] }) => {
      const user = at(answer, 'data', 'user')
      return {
        subject: at(user, 'open_id'),
        email: at(user, 'email'),
        name: textAt(user, 'display_name') ?? at(user, 'username'),
        image: at(user, 'avatar_large_url'),
      }
    },
  })

/** Apps without the permission get an error for the address, so a separate call requests it. */
export const twitter = (): Provider =>
  provider({
    id: 'twitter',
    name: 'X',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    tokenAuthentication: 'basic',
    scopes: ['users.read', 'tweet.read', 'offline.access', 'users.email'],
    usesPkce: true,
    calls: [
      call('https://api.x.com/2/users/me?user.fields=profile_image_url'),
      call('https://api.x.com/2/users/me?user.fields=confirmed_email', { optional: true }),
    ],
    profile: ({ answers: [me, withEmail] }) => {
      const email = textAt(withEmail, 'data', 'confirmed_email')
      return {
        subject: at(me, 'data', 'id'),
        email,
        emailVerified: email !== null,
        name: textAt(me, 'data', 'name') ?? at(me, 'data', 'username'),
        image: at(me, 'data', 'profile_image_url'),
      }
    },
  })

/** Doesn't say whether an address is verified. */
export const vk = (): Provider =>
  provider({
    id: 'vk',
    name: 'VK',
    authorizeUrl: 'https://id.vk.com/authorize',
    tokenUrl: 'https://id.vk.com/oauth2/auth',
    scopes: ['email', 'phone'],
    usesPkce: true,
    namesDevice: true,
    calls: [call('https://id.vk.com/oauth2/user_info', { method: 'POST', tokenInForm: true })],
    profile: ({ answers: [answer] }) => {
      const user = at(answer, 'user')
      return {
        subject: at(user, 'user_id'),
        email: at(user, 'email'),
        name: joined(at(user, 'first_name'), at(user, 'last_name')),
        image: at(user, 'avatar'),
      }
    },
  })

/** Scopes are fixed when the app is registered, so none are sent. */
export const zoom = (): Provider =>
  provider({
    id: 'zoom',
    name: 'Zoom',
    authorizeUrl: 'https://zoom.us/oauth/authorize',
    tokenUrl: 'https://zoom.us/oauth/token',
    refreshUrl: null,
    tokenAuthentication: 'basic',
    scopes: [],
    usesPkce: true,
    calls: [call('https://api.zoom.us/v2/users/me')],
    profile: ({ answers: [user] }) => ({
      subject: at(user, 'id'),
      email: at(user, 'email'),
      emailVerified: at(user, 'verified') === 1 || at(user, 'verified') === true,
      name: textAt(user, 'display_name') ?? joined(at(user, 'first_name'), at(user, 'last_name')),
      image: at(user, 'pic_url'),
    }),
  })
