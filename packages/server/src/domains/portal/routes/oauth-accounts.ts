import * as contract from '@guildhall/contract/portal/oauth-accounts'
import { Problem } from '../../../kernel/refusal.ts'
import type { ConnectedAccount } from '../../../platform/external-access.ts'
import { redirectTo } from '../../../platform/http/direct-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  type CustomerRedirect,
  createCustomerState,
  readCustomerState,
} from '../../benefits/kinds/oauth-redirects.ts'
import { requireDiscord, requireGitHub } from '../../benefits/kinds/providers.ts'
import { useOAuthRedirect } from '../../benefits/store/oauth-redirects.ts'
import {
  customerUnitOfWork,
  lockCallingCustomer,
} from '../../customers/actions/customer-unit-of-work.ts'
import type { CustomerCaller } from '../../customers/store/customer-sessions.ts'
import { connectAccount, disconnectAccount } from '../../entitlements/actions/connect-account.ts'
import { externalKindAt } from '../../entitlements/kinds/grant-kinds.ts'
import { listAccounts } from '../../entitlements/store/oauth-accounts.ts'
import type { PortalDeps } from '../actions/deps.ts'

/** Customers connect the accounts that benefits at other services are given to. */
export const oauthAccountRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  authorizeRoute(deps),
  callbackRoute(deps),
  connectRoute(deps),
  disconnectRoute(deps),
]

const listRoute = ({ uowFactory }: PortalDeps) =>
  serve(contract.listOAuthAccounts, async ({ caller }) => {
    const rows = await listAccounts(uowFactory.database.kysely, caller)
    return {
      items: rows.map(({ provider, accountId, username, connectedAt }) => ({
        platform: externalKindAt(provider).provider,
        accountId,
        accountUsername: username,
        connectedAt,
      })),
    }
  })

const callbackUrl = ({ config }: PortalDeps): string =>
  `${config.server.url}${contract.oauthAccountCallback.path}`

const authorizeRoute = (deps: PortalDeps) =>
  serve(contract.authorizeOAuthAccount, async ({ caller, body: { platform, returnTo } }) => {
    const access = accessAt(deps, platform)
    const { organizationId, customerId, id: sessionId } = caller
    const codeVerifier = access.newCodeVerifier()
    const redirect = { organizationId, customerId, sessionId, returnTo, codeVerifier }
    const state = createCustomerState(deps, { ...redirect, provider: platform })
    const redirectUrl = callbackUrl(deps)
    return { url: await access.identifyUrl({ state, redirectUrl, codeVerifier }) }
  })

/** What both providers have in common. */
function accessAt({ providers }: PortalDeps, platform: CustomerRedirect['provider']) {
  const loc = ['body', 'platform']
  return platform === 'discord'
    ? requireDiscord(providers, loc).roles
    : requireGitHub(providers, loc).permissions
}

/**
 * The browser has no credentials of the customer here: their session lives in the tab, whose page
 * sends it with the code. So a code that somebody else has obtained can’t be connected.
 */
const callbackRoute = (deps: PortalDeps) =>
  serve(contract.oauthAccountCallback, async ({ query }) => {
    const redirect = readCustomerState(deps, query.state)
    if (redirect === null) throw new Problem('oauth_state_invalid', { loc: ['query', 'state'] })
    const { provider: platform, returnTo } = redirect
    const { code, state, error } = query
    const result =
      error === undefined && typeof code === 'string' && typeof state === 'string'
        ? { platform, state, code }
        : { platform, error: error === undefined ? 'no_code' : 'access_denied' }
    const fragment = new URLSearchParams(result).toString()
    return redirectTo(`${deps.config.server.url}${returnTo}#${fragment}`)
  })

const connectRoute = (deps: PortalDeps) =>
  serve(contract.connectOAuthAccount, async ({ caller, body: { state, code }, log }) => {
    const redirect = await openRedirect(deps, caller, state)
    const { provider, codeVerifier } = redirect
    const callback = { code, redirectUrl: callbackUrl(deps), codeVerifier }
    const shown = await accessAt(deps, provider).identify(callback)
    if ('failed' in shown) {
      log.warn(
        { service: provider, reason: shown.failed },
        'no account of a customer was connected',
      )
      const { name } = externalKindAt(provider)
      throw new Problem('oauth_code_invalid', { name, loc: ['body', 'code'] })
    }
    const { account } = shown
    await customerUnitOfWork(deps, caller, async (uow) => {
      // Or the account of a customer who is deleted meanwhile would be kept.
      await lockCallingCustomer(uow, caller)
      await connectAccount(uow, deps, { customer: caller, provider, account })
    })
    return presentAccount(deps, provider, account)
  })

/** Works once, in the session that started it. */
async function openRedirect(
  deps: PortalDeps,
  caller: CustomerCaller,
  state: string,
): Promise<CustomerRedirect> {
  const invalid = { loc: ['body', 'state'] }
  const redirect = readCustomerState(deps, state)
  const isTheirs = redirect?.sessionId === caller.id && redirect.expiresAt > deps.clock.now()
  if (redirect === null || !isTheirs) throw new Problem('oauth_state_invalid', invalid)
  const isFirst = await customerUnitOfWork(deps, caller, ({ tx }) =>
    useOAuthRedirect(tx, redirect, redirect.expiresAt),
  )
  if (!isFirst) throw new Problem('oauth_state_invalid', invalid)
  return redirect
}

const presentAccount = (
  { clock }: PortalDeps,
  platform: CustomerRedirect['provider'],
  { id, username }: ConnectedAccount,
) => ({ platform, accountId: id, accountUsername: username, connectedAt: clock.now() })

const disconnectRoute = (deps: PortalDeps) =>
  serve(contract.disconnectOAuthAccount, async (call) => {
    const { caller, params } = call
    return customerUnitOfWork(deps, caller, async (uow) => {
      const disconnected = { customer: caller, provider: params.platform }
      if (!(await disconnectAccount(uow, deps, disconnected))) throw new Problem('not_found')
      return call.finish(uow, undefined)
    })
  })
