import type { OperationRoute } from '../../../../platform/http/serve.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { accountInfoRoutes, listAccountsRoute, unlinkAccountRoute } from './accounts.ts'
import { callbackFormRoute, callbackRoute } from './callback.ts'
import { openProviders } from './providers.ts'
import { linkSocialRoute, signInSocialRoute } from './sign-in.ts'
import { getAccessTokenRoute, refreshTokenRoute } from './tokens.ts'

export function federationRoutes(deps: IdentityDeps): readonly OperationRoute[] {
  const providers = openProviders(deps)
  return [
    signInSocialRoute(deps, providers),
    callbackRoute(deps, providers),
    callbackFormRoute(deps),
    linkSocialRoute(deps, providers),
    unlinkAccountRoute(deps, providers),
    listAccountsRoute(deps),
    getAccessTokenRoute(deps, providers),
    refreshTokenRoute(deps, providers),
    ...accountInfoRoutes(deps, providers),
  ]
}
