import type { Invitation } from './organization-queries.ts'

type ExpiringInvitation = Pick<Invitation, 'status' | 'expiresAt'>

/** Whether it can still be accepted. */
export function isOpen({ status, expiresAt }: ExpiringInvitation, now: Date): boolean {
  return status === 'pending' && expiresAt > now
}
