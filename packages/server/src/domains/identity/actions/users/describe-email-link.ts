import { assert } from '../../../../kernel/assert.ts'
import { accept } from '../../../../kernel/refusal.ts'
import { decideEmailLink } from '../../rules/users/email-link.ts'
import { findPasswordAccount } from '../../store/credentials/credentials.ts'
import { findEmailLink } from '../../store/users/email-links.ts'
import { findUser, type UserRow } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { ownerOf } from './open-email-link.ts'

/** Null for an unknown link, or one to an address that is no longer the user's. */
export async function findLinkRecipient(
  { uowFactory, keyring }: IdentityDeps,
  secret: string,
): Promise<UserRow | null> {
  const db = uowFactory.database.kysely
  const link = await findEmailLink(db, keyring, secret)
  const user = link === null ? undefined : await findUser(db, link.userId)
  return user?.email === link?.email ? (user ?? null) : null
}

interface LinkDescription {
  readonly email: string
  readonly newEmail: string | null
  readonly isDone: boolean
  readonly endsAccess: boolean
  readonly hasPassword: boolean
}

interface Reading {
  readonly secret: string
  readonly visitor: SignedIn | null
  /** The user whom this browser has signed up. */
  readonly creatorId: UserRow['id'] | null
}

/** What opening the link without a password would do; refused like the opening itself. */
export async function describeLink(
  { uowFactory, keyring, clock }: IdentityDeps,
  { secret, visitor, creatorId }: Reading,
): Promise<LinkDescription> {
  const db = uowFactory.database.kysely
  const link = await findEmailLink(db, keyring, secret)
  const user = link === null ? null : ((await findUser(db, link.userId)) ?? null)
  const visitorId = ownerOf(visitor)
  const isCreator = creatorId === link?.userId
  const facts = { link, user, visitorId, isCreator, mayEndAccess: true }
  const plan = accept(decideEmailLink(facts, clock.now()))
  assert(user !== null && link !== null, 'an accepted link has a recipient')
  const account = await findPasswordAccount(db, user.id)
  return {
    email: user.email,
    newEmail: link.newEmail,
    isDone: plan.does === 'nothing',
    endsAccess: plan.does === 'verify' && plan.endsAccess,
    hasPassword: account !== undefined,
  }
}
