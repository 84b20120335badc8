import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../../../kernel/refusal.ts'
import { refreshTokens, type Tokens } from '../../../../platform/oauth/tokens.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { openTokens, sealTokens } from '../../actions/federation/account-tokens.ts'
import { type AccountRow, findAccountById } from '../../store/federation/accounts.ts'
import { claimRefresh, endRefresh } from '../../store/federation/refresh-lease.ts'
import type { ConfiguredProvider, Providers } from './providers.ts'

/** Longer than the timeout of a provider; a lease of a crashed process expires after it. */
const leaseMilliseconds = 30_000
const pauseMilliseconds = 50
const pauseMillisecondsMax = 400

interface Refreshing {
  readonly provider: ConfiguredProvider
  readonly account: AccountRow
}

interface RefreshRequest extends Refreshing {
  /** When the request arrived: it shares the outcome of a refresh that was still under way then. */
  readonly askedAt: Date
}

/**
 * Refreshes an account's tokens. Using a rotating refresh token twice invalidates it, so of several
 * parallel requests, in any process, one calls the provider and the others wait for its outcome.
 * The call happens outside of any transaction.
 */
export async function refreshAccountTokens(
  deps: IdentityDeps,
  providers: Providers,
  { provider, account: { id: accountId }, askedAt }: RefreshRequest,
): Promise<AccountRow> {
  const { uowFactory, clock } = deps
  for (let wait = pauseMilliseconds; ; wait = Math.min(wait * 2, pauseMillisecondsMax)) {
    const now = clock.now()
    const endsAt = after(now, leaseMilliseconds)
    const claimed = await runUnitOfWork(uowFactory, {}, (uow) =>
      claimRefresh(uow.tx, {
        accountId,
        lease: uow.newId('refreshLease'),
        now,
        endsAt,
        askedAt,
      }),
    )
    if (claimed !== undefined)
      return refreshClaimed(deps, providers, { provider, account: claimed })
    const account = await findAccountById(uowFactory.database.kysely, accountId)
    if (account === undefined) throw new Problem('account_not_found')
    if (account.refreshEndedAt !== null && account.refreshEndedAt >= askedAt) {
      if (account.refreshFailed) throw new Problem('tokens_not_refreshed')
      return account
    }
    await pause(wait)
  }
}

const after = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)

async function refreshClaimed(
  deps: IdentityDeps,
  providers: Providers,
  { provider, account }: Refreshing,
): Promise<AccountRow> {
  const { uowFactory, clock, keyring } = deps
  const tokens = await requestTokens(deps, providers, { provider, account })
  const outcome = {
    accountId: account.id,
    lease: account.refreshLease ?? '',
    endedAt: clock.now(),
    tokens: tokens === null ? null : sealTokens(keyring, account.id, tokens),
  }
  const ended = await runUnitOfWork(uowFactory, {}, ({ tx }) => endRefresh(tx, outcome))
  if (ended === undefined) {
    // A sign-in meanwhile stored newer tokens and removed the lease.
    const current = await findAccountById(uowFactory.database.kysely, account.id)
    if (current === undefined) throw new Problem('account_not_found')
    return current
  }
  if (tokens === null) throw new Problem('tokens_not_refreshed')
  return ended
}

async function requestTokens(
  { fetchExternal, clock, keyring, log }: IdentityDeps,
  providers: Providers,
  { provider, account }: Refreshing,
): Promise<Tokens | null> {
  const { row, client } = provider
  const { refreshToken } = openTokens(keyring, account)
  if (refreshToken === null) return null
  const extra = {
    ...(row.sendsScopesOnRefresh ? { scope: (account.scope ?? '').replaceAll(',', ' ') } : {}),
    ...(account.deviceId === null ? {} : { device_id: account.deviceId }),
  }
  const tokens = await refreshTokens(
    { fetchExternal, clock },
    { server: row, client, refreshToken, extra },
  )
  if ('failed' in tokens) {
    log.warn({ provider: row.id, reason: tokens.reason }, 'tokens were not refreshed')
    return null
  }
  const isGenuine = await isAbout(providers, { provider, account }, tokens.idToken)
  return isGenuine ? tokens : { ...tokens, idToken: null }
}

/** A new id token must verify like the first and name the same person. */
async function isAbout(
  { verifyIdToken }: Providers,
  { provider: { row, audiences }, account }: Refreshing,
  idToken: string | null,
): Promise<boolean> {
  const rule = row.idToken
  if (idToken === null || rule === null) return true
  const verified = await verifyIdToken(idToken, { rule, audiences })
  return 'claims' in verified && verified.claims.sub === account.accountId
}
