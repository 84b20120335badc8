import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../../../kernel/refusal.ts'
import { refreshTokens, type Tokens } from '../../../../platform/oauth/tokens.ts'
import { work } from '../../../../platform/work.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { openedTokens, sealedTokens } from '../../actions/sealed-tokens.ts'
import type { AccountRow } from '../../store/accounts.ts'
import { accountById, claimRefresh, endRefresh } from '../../store/refresh-lease.ts'
import type { KnownProvider, Social } from './social.ts'

/** Longer than a provider is waited for; whoever crashed meanwhile is not waited for longer. */
const leaseMilliseconds = 30_000
/** Who asks so soon after a refresh asks for the same one. */
const sharedMilliseconds = 1_000
const pauseMilliseconds = 50
const pauseMillisecondsMax = 400

interface Refreshing {
  readonly provider: KnownProvider
  readonly account: AccountRow
}

/**
 * Refreshes an account's tokens. A refresh token that rotates dies of being used twice, so of all
 * who ask at the same time, in whatever process, one asks the provider and the others wait for
 * what came of it. The provider is asked outside of any transaction.
 */
export async function refreshAccount(
  parts: IdentityParts,
  social: Social,
  { provider, account: { id: accountId } }: Refreshing,
): Promise<AccountRow> {
  const { workshop, clock } = parts
  const askedAt = after(clock.now(), -sharedMilliseconds)
  for (let wait = pauseMilliseconds; ; wait = Math.min(wait * 2, pauseMillisecondsMax)) {
    const now = clock.now()
    const endsAt = after(now, leaseMilliseconds)
    const claimed = await work(workshop, {}, (unit) =>
      claimRefresh(unit.tx, {
        accountId,
        lease: unit.newId('refreshLease'),
        now,
        endsAt,
        askedAt,
      }),
    )
    if (claimed !== undefined) return refreshClaimed(parts, social, { provider, account: claimed })
    const account = await accountById(workshop.database.kysely, accountId)
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
  parts: IdentityParts,
  social: Social,
  { provider, account }: Refreshing,
): Promise<AccountRow> {
  const { workshop, clock, keyring } = parts
  const tokens = await askProvider(parts, social, { provider, account })
  const kept = tokens === null ? null : sealedTokens(keyring, account.id, tokens)
  const ending = {
    accountId: account.id,
    lease: account.refreshLease ?? '',
    endedAt: clock.now(),
    tokens: kept,
  }
  const ended = await work(workshop, {}, ({ tx }) => endRefresh(tx, ending))
  if (ended === undefined) {
    // A sign-in in between brought newer tokens, and with them took the lease away.
    const current = await accountById(workshop.database.kysely, account.id)
    if (current === undefined) throw new Problem('account_not_found')
    return current
  }
  if (tokens === null) throw new Problem('tokens_not_refreshed')
  return ended
}

async function askProvider(
  { outside, clock, keyring, log }: IdentityParts,
  social: Social,
  { provider, account }: Refreshing,
): Promise<Tokens | null> {
  const { row, client } = provider
  const { refreshToken } = openedTokens(keyring, account)
  if (refreshToken === null) return null
  const extra = {
    ...(row.sendsScopesOnRefresh ? { scope: (account.scope ?? '').replaceAll(',', ' ') } : {}),
    ...(account.deviceId === null ? {} : { device_id: account.deviceId }),
  }
  const tokens = await refreshTokens(
    { outside, clock },
    { server: row, client, refreshToken, extra },
  )
  if ('failed' in tokens) {
    log.warn({ provider: row.id, reason: tokens.reason }, 'tokens were not refreshed')
    return null
  }
  const isGenuine = await isAbout(social, { provider, account }, tokens.idToken)
  return isGenuine ? tokens : { ...tokens, idToken: null }
}

/** A new id token must be verified like the first, and be about the same person. */
async function isAbout(
  { verifyIdToken }: Social,
  { provider: { row, audiences }, account }: Refreshing,
  idToken: string | null,
): Promise<boolean> {
  const rule = row.idToken
  if (idToken === null || rule === null) return true
  const verified = await verifyIdToken(idToken, { rule, audiences })
  return 'claims' in verified && verified.claims.sub === account.accountId
}
