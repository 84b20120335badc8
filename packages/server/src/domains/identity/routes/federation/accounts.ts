import {
  accountInfo,
  accountInfoByPost,
  listAccounts,
  unlinkAccount as unlinkEndpoint,
} from '@guildhall/contract/identity/social'
import { decodeJwt } from 'jose'
import { Problem } from '../../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { openTokens } from '../../actions/federation/account-tokens.ts'
import { unlinkAccount } from '../../actions/federation/link-account.ts'
import { originOf } from '../../actions/origin.ts'
import type { SignedIn } from '../../actions/signed-in.ts'
import { presentAccount } from '../../present/account.ts'
import { type AccountRow, listAccountsOf } from '../../store/federation/accounts.ts'
import type { ConfiguredProvider, Providers } from './providers.ts'
import { readProfile } from './read-profile.ts'
import { accountWithFreshTokens } from './tokens.ts'

export const listAccountsRoute = ({ uowFactory }: IdentityDeps): OperationRoute =>
  serve(listAccounts, async ({ caller }) => {
    const accounts = await listAccountsOf(uowFactory.database.kysely, caller.user.id)
    return accounts.map(presentAccount)
  })

export const unlinkAccountRoute = (deps: IdentityDeps, providers: Providers): OperationRoute =>
  serve(unlinkEndpoint, async (call) => {
    const { providerId, accountId = null } = call.body
    const unlinking = {
      userId: call.caller.user.id,
      providerId,
      providerName: providers.nameOf(providerId),
      accountId,
      from: originOf(call),
    }
    await runUnitOfWork(deps.uowFactory, {}, (uow) => unlinkAccount(uow, deps, unlinking))
    return { status: true as const }
  })

export const accountInfoRoutes = (deps: IdentityDeps, providers: Providers): OperationRoute[] => [
  serve(accountInfo, ({ caller, query }) => infoOf(deps, providers, { caller, ...query })),
  serve(accountInfoByPost, ({ caller, body }) => infoOf(deps, providers, { caller, ...body })),
]

interface InfoRequest {
  readonly caller: SignedIn
  readonly accountId: string
}

async function infoOf(
  deps: IdentityDeps,
  providers: Providers,
  { caller, accountId }: InfoRequest,
) {
  const accounts = await listAccountsOf(deps.uowFactory.database.kysely, caller.user.id)
  const account = accounts.find((one) => one.accountId === accountId)
  if (account === undefined) throw new Problem('account_not_found')
  const provider = await providers.find(account.providerId)
  if (provider === null) {
    throw new Problem('provider_of_account_not_configured', { provider: account.providerId })
  }
  const source = await profileSource(deps, providers, { provider, account })
  const read = await readProfile(deps, provider, source)
  // The access token may belong to another person at the provider by now.
  if (read === null || read.profile.subject !== account.accountId) {
    throw new Problem('no_info_of_account')
  }
  const { subject, name, email, image, emailVerified } = read.profile
  return {
    user: {
      id: subject,
      ...(name === null ? {} : { name }),
      ...(email === null ? {} : { email }),
      ...(image === null ? {} : { image }),
      emailVerified,
    },
    data: typeof read.raw === 'object' && read.raw !== null ? { ...read.raw } : {},
  }
}

interface ProviderAccount {
  readonly provider: ConfiguredProvider
  readonly account: AccountRow
}

/** Providers without profile calls are read from the last id token, verified on receipt. */
async function profileSource(deps: IdentityDeps, providers: Providers, of: ProviderAccount) {
  const { calls, idToken: rule } = of.provider.row
  const hasCalls = calls.length > 0
  const fresh = hasCalls
    ? await accountWithFreshTokens(deps, providers, { ...of, askedAt: deps.clock.now() })
    : of.account
  const { accessToken, idToken } = openTokens(deps.keyring, fresh)
  if (hasCalls && accessToken === null && idToken === null) {
    throw new Problem('no_valid_access_token')
  }
  const claims = rule === null || idToken === null ? null : decodeJwt(idToken)
  return { claims, accessToken: hasCalls ? accessToken : null }
}
