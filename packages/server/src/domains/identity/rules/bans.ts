import { banReasonDefault } from '@guildhall/contract/identity/admin'

interface Ban {
  readonly banned: boolean | null
  readonly banExpires: Date | null
}

/** A ban without an end lasts. */
export const isBanned = ({ banned, banExpires }: Ban, now: Date): boolean =>
  banned === true && (banExpires === null || banExpires > now)

/** False, not null: somebody was banned once. */
export const unbanned = { banned: false, banReason: null, banExpires: null } as const

/** A ban from now on; without a number of seconds it has no end. */
export const banFrom = (
  now: Date,
  { reason, seconds }: { readonly reason: string; readonly seconds: number | null },
) => ({
  banned: true,
  banReason: reason.trim() === '' ? banReasonDefault : reason,
  banExpires: seconds === null ? null : new Date(now.getTime() + seconds * 1000),
})
