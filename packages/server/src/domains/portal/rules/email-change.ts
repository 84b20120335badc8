interface Customer {
  readonly email: string
}

interface EmailDecision {
  /** Another spelling of the current address, which needs no proof. */
  readonly spelling: string | null
  /** Another address, which does. */
  readonly moveTo: string | null
  /** A customer who gives the current address no longer wants another one. */
  readonly withdraws: boolean
}

/** What to do about the address that a customer gives; null or absent keeps everything. */
export function decideEmail({ email }: Customer, given: string | null): EmailDecision {
  if (given === null) return { spelling: null, moveTo: null, withdraws: false }
  const isSame = given.toLowerCase() === email.toLowerCase()
  return {
    spelling: isSame ? given : null,
    moveTo: isSame ? null : given,
    withdraws: isSame,
  }
}
