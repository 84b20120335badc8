import type { Id } from '@guildhall/contract/primitives'
import { accept, Problem } from '../../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { accountLinkedMessage, accountUnlinkedMessage } from '../../messages/linked-accounts.ts'
import { isBanned } from '../../rules/administration/bans.ts'
import { decideLink, decideUnlink } from '../../rules/federation/account-linking.ts'
import type { Profile } from '../../rules/federation/providers/profile.ts'
import { type Origin, recordAudit } from '../../store/audit.ts'
import {
  deleteAccount,
  findAccount,
  insertAccount,
  listAccountsOf,
  updateTokens,
} from '../../store/federation/accounts.ts'
import { findSession } from '../../store/sessions/sessions.ts'
import { lockUser, type UserRow } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { circumstancesOf, notifyUser, siteHost } from '../notify-user.ts'
import { type ReceivedTokens, sealTokens } from './account-tokens.ts'

/** A person at a provider, with what the provider authorized. */
export interface Identity {
  readonly providerId: string
  readonly providerName: string
  readonly profile: Profile
  readonly authorization: Authorization
}

interface Authorization extends ReceivedTokens {
  readonly scopes: readonly string[]
  /** Some providers expect it back with each refresh. */
  readonly deviceId: string | null
}

interface Linking extends Identity {
  readonly userId: Id<'user'>
  /** The session that requested the link and must still exist. */
  readonly sessionId: Id<'session'>
  readonly isTrusted: boolean
  readonly from: Origin
}

/** Links a provider account to a signed-in user. */
export async function linkAccount(
  uow: UnitOfWork,
  deps: IdentityDeps,
  linking: Linking,
): Promise<void> {
  const { tx, now } = uow
  const user = await lockUser(tx, linking.userId)
  const session = await findSession(tx, linking.userId, linking.sessionId)
  const isOver = session === undefined || session.expiresAt <= now
  if (user === undefined || isOver || isBanned(user, now)) throw new Problem('unauthorized')
  const account = await findAccount(tx, linking.providerId, linking.profile.subject)
  const plan = accept(
    decideLink({
      profile: linking.profile,
      user,
      linkedTo: account?.userId ?? null,
      isTrusted: linking.isTrusted,
      mayDifferInEmail: deps.config.accounts.linkDifferentEmails,
    }),
  )
  await saveAccount(uow, deps, user, linking)
  if (plan.does === 'link') await reportLinkedAccount(uow, deps, user, linking)
}

/** Links the account to the user, or stores its new tokens. The user's row must be locked. */
export async function saveAccount(
  uow: UnitOfWork,
  { keyring }: Pick<IdentityDeps, 'keyring'>,
  user: UserRow,
  { providerId, profile, authorization }: Identity,
): Promise<void> {
  const { tx, now } = uow
  const known = await findAccount(tx, providerId, profile.subject)
  const id = known?.id ?? uow.newId('account')
  const columns = {
    ...sealTokens(keyring, id, authorization),
    scope: authorization.scopes.join(','),
    ...(authorization.deviceId === null ? {} : { deviceId: authorization.deviceId }),
  }
  const account = { id, userId: user.id, providerId, accountId: profile.subject, ...columns }
  const saved =
    known?.userId === user.id
      ? await updateTokens(tx, id, columns, now)
      : await insertAccount(tx, account, now)
  if (saved === undefined) throw new Problem('account_already_linked_to_different_user')
}

/** Records a newly linked account and notifies its owner. */
export async function reportLinkedAccount(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: UserRow,
  { providerId, providerName, from }: Identity & { readonly from: Origin },
): Promise<void> {
  const details = { providerId }
  await recordAudit(uow.tx, { userId: user.id, action: 'account.link', from, details })
  if (!user.emailVerified) return
  const circumstances = circumstancesOf(uow.now, from)
  const message = accountLinkedMessage({
    site: siteHost(deps),
    provider: providerName,
    circumstances,
  })
  await notifyUser(uow, deps, user, message)
}

interface Unlinking {
  readonly userId: Id<'user'>
  readonly providerId: string
  readonly providerName: string
  readonly accountId: string | null
  readonly from: Origin
}

export async function unlinkAccount(
  uow: UnitOfWork,
  deps: IdentityDeps,
  { userId, providerId, providerName, accountId, from }: Unlinking,
): Promise<void> {
  const user = await lockUser(uow.tx, userId)
  if (user === undefined) throw new Problem('unauthorized')
  const accounts = await listAccountsOf(uow.tx, userId)
  const mayUnlinkLast = deps.config.accounts.unlinkLastAccount
  const { unlinked } = accept(decideUnlink({ accounts, providerId, accountId, mayUnlinkLast }))
  await deleteAccount(uow.tx, userId, unlinked.id)
  const details = { providerId }
  await recordAudit(uow.tx, { userId, action: 'account.unlink', from, details })
  if (!user.emailVerified) return
  const circumstances = circumstancesOf(uow.now, from)
  const message = accountUnlinkedMessage({
    site: siteHost(deps),
    provider: providerName,
    circumstances,
  })
  await notifyUser(uow, deps, user, message)
}
