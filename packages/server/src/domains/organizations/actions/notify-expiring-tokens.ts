import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { nextExpiryNotice } from '../rules/token-expiry.ts'
import {
  type AccessTokenRow,
  advanceExpiryNotice,
  expiryNoticesMax,
  listDueExpiryNotices,
} from '../store/access-tokens.ts'
import type { OrganizationDeps } from './deps.ts'
import { notifyTokenExpiring } from './notify-token-managers.ts'

/** Mails those who may replace access tokens that are about to expire, once for each notice. */
export async function notifyExpiringTokens(deps: OrganizationDeps): Promise<void> {
  const { database } = deps.uowFactory
  for (;;) {
    const tokens = await listDueExpiryNotices(database.kysely, deps.clock.now())
    let isAdvanced = false
    for (const token of tokens) isAdvanced = (await notify(deps, token)) || isAdvanced
    if (tokens.length < expiryNoticesMax || !isAdvanced) return
  }
}

/** Whether the notice was still due. */
async function notify(deps: OrganizationDeps, token: AccessTokenRow): Promise<boolean> {
  return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const { expiresAt } = token
    const isMine = await advanceExpiryNotice(uow.tx, token, nextExpiryNotice(expiresAt, uow.now))
    const isLate = expiresAt === null || expiresAt <= uow.now
    if (isMine && !isLate) await notifyTokenExpiring(uow, deps, token)
    return isMine
  })
}
