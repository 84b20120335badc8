import type { EndpointRoute } from '../../../../platform/http/serve.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { accountInfoRoutes } from './account-info.ts'
import { listAccountsRoute, unlinkAccountRoute } from './accounts.ts'
import { callbackRoute } from './callback.ts'
import { callbackFormRoute } from './callback-form.ts'
import { linkSocialRoute } from './link-social.ts'
import { signInSocialRoute } from './sign-in-social.ts'
import { openSocial } from './social.ts'
import { getAccessTokenRoute, refreshTokenRoute } from './tokens.ts'

/** Signing in by other providers, and the accounts there. */
export function socialRoutes(parts: IdentityParts): readonly EndpointRoute[] {
  const social = openSocial(parts)
  return [
    signInSocialRoute(parts, social),
    callbackRoute(parts, social),
    callbackFormRoute(parts),
    linkSocialRoute(parts, social),
    unlinkAccountRoute(parts, social),
    listAccountsRoute(parts),
    getAccessTokenRoute(parts, social),
    refreshTokenRoute(parts, social),
    ...accountInfoRoutes(parts, social),
  ]
}
