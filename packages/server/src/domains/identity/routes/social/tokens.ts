import { getAccessToken, refreshToken } from '@guildhall/contract/identity/social'
import { Problem } from '../../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../../platform/http/serve.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { openedTokens } from '../../actions/sealed-tokens.ts'
import { scopesOf } from '../../rules/scopes.ts'
import { isDueForRefresh } from '../../rules/token-life.ts'
import type { AccountRow } from '../../store/accounts.ts'
import { refreshAccount } from './refresh-account.ts'
import type { KnownProvider, Social } from './social.ts'
import { ownedAccount, tokenOwner } from './token-owner.ts'

export const getAccessTokenRoute = (parts: IdentityParts, social: Social): EndpointRoute =>
  serve(getAccessToken, async (call) => {
    const { providerId, userId } = call.body
    const owner = await tokenOwner(parts, call, userId)
    const provider = await social.find(providerId)
    if (provider === null) throw new Problem('provider_is_not_supported', { provider: providerId })
    const account = await ownedAccount(parts, owner, call.body)
    const fresh = await freshAccount(parts, social, { provider, account })
    const { accessToken, idToken } = openedTokens(parts.keyring, fresh)
    const { accessTokenExpiresAt: expiresAt } = fresh
    return {
      ...(accessToken === null ? {} : { accessToken }),
      ...(expiresAt === null ? {} : { accessTokenExpiresAt: expiresAt }),
      scopes: scopesOf(fresh),
      ...(idToken === null ? {} : { idToken }),
    }
  })

interface AccountThere {
  readonly provider: KnownProvider
  readonly account: AccountRow
}

/** The account with an access token that is good for a while, where one can be had. */
export async function freshAccount(
  parts: IdentityParts,
  social: Social,
  { provider, account }: AccountThere,
): Promise<AccountRow> {
  const mayRefresh = provider.row.refreshUrl !== null && account.refreshToken !== null
  if (!mayRefresh || !isDueForRefresh(account, parts.clock.now())) return account
  try {
    return await refreshAccount(parts, social, { provider, account })
  } catch (error) {
    if (error instanceof Problem) throw new Problem('no_valid_access_token')
    throw error
  }
}

export const refreshTokenRoute = (parts: IdentityParts, social: Social): EndpointRoute =>
  serve(refreshToken, async (call) => {
    const { providerId, userId } = call.body
    const owner = await tokenOwner(parts, call, userId)
    const named = { provider: providerId }
    const provider = await social.find(providerId)
    if (provider === null) throw new Problem('provider_of_tokens_not_found', named)
    if (provider.row.refreshUrl === null) throw new Problem('refreshing_is_not_supported', named)
    const account = await ownedAccount(parts, owner, call.body)
    const refreshed = await refreshAccount(parts, social, { provider, account })
    const opened = openedTokens(parts.keyring, refreshed)
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
