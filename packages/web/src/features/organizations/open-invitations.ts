import type { Invitation } from './organization-queries.ts'

type Standing = Pick<Invitation, 'status' | 'expiresAt'>

/** Whether it can still be accepted. */
export function isOpen({ status, expiresAt }: Standing, now: Date): boolean {
  return status === 'pending' && expiresAt > now
}
