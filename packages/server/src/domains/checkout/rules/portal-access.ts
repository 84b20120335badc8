import type { Id } from '@guildhall/contract/primitives'

interface Buyer {
  readonly customerId: Id<'customer'> | null
  readonly isCustomerGiven: boolean
  readonly createdCustomerId: Id<'customer'> | null
}

/** A buyer who only typed the email address of a known customer may be someone else. */
export const mayEnterPortal = ({
  customerId,
  isCustomerGiven,
  createdCustomerId,
}: Buyer): boolean => isCustomerGiven || customerId === createdCustomerId
