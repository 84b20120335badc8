import { banReasonDefault } from '@guildhall/contract/identity/admin'

interface Ban {
  readonly banned: boolean | null
  readonly banExpires: Date | null
}

/** A ban without an expiry date never ends. */
export const isBanned = ({ banned, banExpires }: Ban, now: Date): boolean =>
  banned === true && (banExpires === null || banExpires > now)

/** `false` rather than null: null means never banned. */
export const unbanned = { banned: false, banReason: null, banExpires: null } as const

/** The columns of a ban that starts now; null seconds means it never ends. */
export const startBan = (
  now: Date,
  { reason, seconds }: { readonly reason: string; readonly seconds: number | null },
) => ({
  banned: true,
  banReason: reason.trim() === '' ? banReasonDefault : reason,
  banExpires: seconds === null ? null : new Date(now.getTime() + seconds * 1000),
})
