import { at, textAt } from './json-path.ts'

import { call, idTokenRule, type Provider, provider, standardClaims } from './provider.ts'

/** The name arrives as a form field next to the code, on the first sign-in only. */
export const apple = (): Provider =>
  provider({
    id: 'apple',
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    authorizeUrl: 'https://appleid.apple.com/auth/authorize',
    // Apple requires a form post as soon as a scope is requested.
    authorizeParameters: { response_mode: 'form_post' },
    tokenUrl: 'https://appleid.apple.com/auth/token',
    scopes: ['email', 'name'],
    idToken: idTokenRule({
      issuers: ['https://appleid.apple.com'],
      keysUrl: 'https://appleid.apple.com/auth/keys',
      signsIn: true,
    }),
    profile: ({ claims, formName }) => ({ ...standardClaims(claims), name: formName }),
  })

export const google = (): Provider =>
  provider({
    id: 'google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    // Without `offline` Google issues no refresh token.
    authorizeParameters: { include_granted_scopes: 'true', access_type: 'offline' },
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scopes: ['email', 'profile', 'openid'],
    usesPkce: true,
    idToken: idTokenRule({
      issuers: ['https://accounts.google.com', 'accounts.google.com'],
      keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      signsIn: true,
    }),
    profile: ({ claims }) => standardClaims(claims),
  })

/**
 * A tenant's administrator can put any address into `email`, so it counts as verified only if
 * Microsoft confirms the domain's ownership (`xms_edov`).
 */
export function microsoft({ tenant }: { readonly tenant: string | null }): Provider {
  const base = `https://login.microsoftonline.com/${tenant ?? 'common'}`
  return provider({
    id: 'microsoft',
    name: 'Microsoft',
    authorizeUrl: `${base}/oauth2/v2.0/authorize`,
    tokenUrl: `${base}/oauth2/v2.0/token`,
    scopes: ['openid', 'profile', 'email', 'User.Read', 'offline_access'],
    usesPkce: true,
    sendsScopesOnRefresh: true,
    idToken: idTokenRule({
      issuers: [microsoftIssuer(tenant)],
      keysUrl: `${base}/discovery/v2.0/keys`,
    }),
    profile: ({ claims }) => ({
      ...standardClaims(claims),
      emailVerified: [true, 1, '1'].some((yes) => yes === at(claims, 'xms_edov')),
    }),
  })
}

/** Names of endpoints shared by many tenants; each tenant issues its own tokens. */
const sharedTenants: readonly string[] = ['common', 'organizations', 'consumers']

function microsoftIssuer(tenant: string | null): string {
  const isShared = tenant === null || sharedTenants.includes(tenant)
  // A tenant may be configured by domain, but tokens name it by id.
  const named = isShared || !/^[0-9a-f-]{36}$/i.test(tenant) ? '{tenantid}' : tenant.toLowerCase()
  return `https://login.microsoftonline.com/${named}/v2.0`
}

export const twitch = (): Provider =>
  provider({
    id: 'twitch',
    name: 'Twitch',
    issuer: 'https://id.twitch.tv/oauth2',
    authorizeUrl: 'https://id.twitch.tv/oauth2/authorize',
    authorizeParameters: {
      claims: JSON.stringify({
        id_token: { email: null, email_verified: null, preferred_username: null, picture: null },
      }),
    },
    tokenUrl: 'https://id.twitch.tv/oauth2/token',
    scopes: ['user:read:email', 'openid'],
    idToken: idTokenRule({
      issuers: ['https://id.twitch.tv/oauth2'],
      keysUrl: 'https://id.twitch.tv/oauth2/keys',
    }),
    profile: ({ claims }) => standardClaims(claims),
  })

/** The web flow uses an access token and a call; Limited Login in apps uses an id token alone. */
export const facebook = (): Provider =>
  provider({
    id: 'facebook',
    name: 'Facebook',
    authorizeUrl: 'https://www.facebook.com/v21.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v21.0/oauth/access_token',
    scopes: ['email', 'public_profile'],
    idToken: idTokenRule({
      issuers: ['https://www.facebook.com', 'https://facebook.com'],
      keysUrl: 'https://limited.facebook.com/.well-known/oauth/openid/jwks/',
      signsIn: true,
      comesWithCode: false,
    }),
    calls: [call('https://graph.facebook.com/me?fields=id,name,email,picture')],
    profile: ({ claims, answers: [me] }) =>
      me === undefined
        ? standardClaims(claims)
        : {
            subject: at(me, 'id'),
            email: at(me, 'email'),
            emailVerified: at(me, 'email_verified'),
            name: at(me, 'name'),
            image: textAt(me, 'picture', 'data', 'url'),
          },
  })
