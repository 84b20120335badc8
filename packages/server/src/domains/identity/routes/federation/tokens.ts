import { getAccessToken, refreshToken } from '@guildhall/contract/identity/social'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { openTokens } from '../../actions/federation/account-tokens.ts'
import { showsServerKey } from '../../actions/server-key.ts'
import { findSignedIn } from '../../actions/sessions/resolve-session.ts'
import { isDueForRefresh, scopesOf } from '../../rules/federation/account-tokens.ts'
import { type AccountRow, listAccountsOf } from '../../store/federation/accounts.ts'
import type { ConfiguredProvider, Providers } from './providers.ts'
import { refreshAccountTokens } from './refresh-tokens.ts'

export const getAccessTokenRoute = (deps: IdentityDeps, providers: Providers): OperationRoute =>
  serve(getAccessToken, async (call) => {
    const askedAt = deps.clock.now()
    const { providerId, userId } = call.body
    const owner = await tokenOwner(deps, call, userId)
    const provider = await providers.find(providerId)
    if (provider === null) throw new Problem('provider_is_not_supported', { provider: providerId })
    const account = await ownedAccount(deps, owner, call.body)
    const fresh = await accountWithFreshTokens(deps, providers, { provider, account, askedAt })
    const { accessToken, idToken } = openTokens(deps.keyring, fresh)
    const { accessTokenExpiresAt: expiresAt } = fresh
    return {
      ...(accessToken === null ? {} : { accessToken }),
      ...(expiresAt === null ? {} : { accessTokenExpiresAt: expiresAt }),
      scopes: scopesOf(fresh),
      ...(idToken === null ? {} : { idToken }),
    }
  })

interface ProviderAccount {
  readonly provider: ConfiguredProvider
  readonly account: AccountRow
  /** When the request for the tokens arrived. */
  readonly askedAt: Date
}

/** Refreshes the tokens if the access token is about to expire and the provider supports it. */
export async function accountWithFreshTokens(
  deps: IdentityDeps,
  providers: Providers,
  { provider, account, askedAt }: ProviderAccount,
): Promise<AccountRow> {
  const canRefresh = provider.row.refreshUrl !== null && account.refreshToken !== null
  if (!canRefresh || !isDueForRefresh(account, deps.clock.now())) return account
  try {
    return await refreshAccountTokens(deps, providers, { provider, account, askedAt })
  } catch (error) {
    if (error instanceof Problem) throw new Problem('no_valid_access_token')
    throw error
  }
}

export const refreshTokenRoute = (deps: IdentityDeps, providers: Providers): OperationRoute =>
  serve(refreshToken, async (call) => {
    const askedAt = deps.clock.now()
    const { providerId, userId } = call.body
    const owner = await tokenOwner(deps, call, userId)
    const details = { provider: providerId }
    const provider = await providers.find(providerId)
    if (provider === null) throw new Problem('provider_is_not_supported', details)
    if (provider.row.refreshUrl === null) throw new Problem('refreshing_is_not_supported', details)
    const account = await ownedAccount(deps, owner, call.body)
    const refreshed = await refreshAccountTokens(deps, providers, { provider, account, askedAt })
    const opened = openTokens(deps.keyring, refreshed)
    if (opened.accessToken === null) throw new Problem('tokens_not_refreshed')
    const { accessTokenExpiresAt, refreshTokenExpiresAt } = refreshed
    return {
      tokenType: 'Bearer',
      accessToken: opened.accessToken,
      ...(opened.refreshToken === null ? {} : { refreshToken: opened.refreshToken }),
      ...(accessTokenExpiresAt === null ? {} : { accessTokenExpiresAt }),
      ...(refreshTokenExpiresAt === null ? {} : { refreshTokenExpiresAt }),
      scopes: scopesOf(refreshed),
      ...(opened.idToken === null ? {} : { idToken: opened.idToken }),
    }
  })

const callsMax = 100
const windowSeconds = 10

/** Users get their own tokens; the application's backend, with a server key, those of any user. */
async function tokenOwner(
  deps: IdentityDeps,
  request: Parameters<typeof findSignedIn>[1],
  userId: Id<'user'> | undefined,
): Promise<Id<'user'>> {
  if (showsServerKey(deps, request.headers)) {
    if (userId === undefined) throw new Problem('user_id_or_session_is_required')
    return userId
  }
  const signedIn = await findSignedIn(deps, request)
  if (signedIn !== null) {
    // Impersonation here doesn't permit acting as the user at a provider.
    if (signedIn.session.impersonatedBy !== null) throw new Problem('session_is_not_fresh')
    await deps.limit('tokens', callsMax, windowSeconds, ['session', signedIn.session.id])
    return signedIn.user.id
  }
  throw new Problem('unauthorized')
}

interface AccountSearch {
  readonly providerId: string
  readonly accountId?: string | undefined
}

/** The owner's account by its id here or at the provider; without an id, the first one. */
async function ownedAccount(
  { uowFactory }: IdentityDeps,
  userId: Id<'user'>,
  { providerId, accountId }: AccountSearch,
): Promise<AccountRow> {
  const accounts = await listAccountsOf(uowFactory.database.kysely, userId)
  const account = accounts.find(
    (one) =>
      one.providerId === providerId &&
      (accountId === undefined || one.id === accountId || one.accountId === accountId),
  )
  if (account === undefined) throw new Problem('account_not_found')
  return account
}
