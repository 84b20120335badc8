import type { Work } from '../../../platform/work.ts'
import { findAccount } from '../store/accounts.ts'
import { type Origin, recordAudit } from '../store/audit.ts'
import { findUserByEmail } from '../store/users.ts'
import type { Identity } from './keep-account.ts'

interface FailedEntry extends Pick<Identity, 'providerId' | 'profile'> {
  readonly reason: string
  readonly from: Origin
}

/** Shown to whom it was about: the owner of the account, or of the address that was told. */
export async function recordFailedEntry(
  { tx }: Work,
  { providerId, profile, reason, from }: FailedEntry,
): Promise<void> {
  const { subject, email } = profile
  const account = await findAccount(tx, providerId, subject)
  const owner = email === null ? undefined : await findUserByEmail(tx, email)
  await recordAudit(tx, {
    userId: account?.userId ?? owner?.id ?? null,
    action: 'sign-in',
    succeeded: false,
    from,
    details: { method: 'social', providerId, reason },
  })
}
