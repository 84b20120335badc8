interface MailedOrder {
  readonly totalAmount: number
  /** How many free orders the customer got in the hour before this one, with it. */
  readonly freeOrdersLately: number
}

const freeMailsMax = 5

export const freeOrdersMilliseconds = 3_600_000

/** Anyone can type an address at a free checkout, which must not flood a mailbox. */
export const isOrderMailed = ({ totalAmount, freeOrdersLately }: MailedOrder): boolean =>
  totalAmount !== 0 || freeOrdersLately <= freeMailsMax
