import type { CreditLot, CreditMovement } from './credit-queries.ts'

const sources: Readonly<Record<CreditLot['source'], string>> = {
  grant: 'From a benefit',
  purchase: 'Purchased',
  rollover: 'Rolled over',
  present: 'Given',
  refund: 'Refunded',
}

export const lotTitle = ({ source }: Pick<CreditLot, 'source'>): string => sources[source]

const closings: Readonly<Record<NonNullable<CreditLot['closedBy']>, string>> = {
  expiry: 'Expired',
  reset: 'Ended with the period',
  revocation: 'Taken with the benefit',
}

/** Why nothing of a lot can be used any more; null if something may be left. */
export const closingText = ({ closedBy }: Pick<CreditLot, 'closedBy'>): string | null =>
  closedBy && closings[closedBy]

const movements: Readonly<Record<CreditMovement['type'], string>> = {
  open: 'Credits added',
  burn: 'Used',
  cover: 'Covered earlier usage',
  uncover: 'Returned: usage was corrected',
  restore: 'Returned: usage was corrected',
  expire: 'Expired',
  reset: 'Ended with the period',
  roll_over: 'Moved to the next period',
  revoke: 'Taken with the benefit',
  reinstate: 'Back with the benefit',
  refund: 'Refunded',
  deduct: 'Taken',
  bill: 'Billed',
}

/** “Used”, “Used without credits”. */
export function movementTitle({ type, lotId }: Pick<CreditMovement, 'type' | 'lotId'>): string {
  return (lotId === null ? withoutLot[type] : undefined) ?? movements[type]
}

const withoutLot: Readonly<Partial<Record<CreditMovement['type'], string>>> = {
  burn: 'Used without credits',
  cover: 'Usage without credits is covered',
}
