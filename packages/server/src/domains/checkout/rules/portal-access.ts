import type { Id } from '@guildhall/contract/primitives'

interface Purchase {
  readonly id: Id<'checkout'>
  readonly customerId: Id<'customer'> | null
  readonly isCustomerGiven: boolean
  readonly createdCustomerId: Id<'customer'> | null
}

/**
 * The only purchase that the buyer's session shows; null if it shows everything of the customer.
 * Anyone can type an address, and what is bought later with the same address belongs to the same
 * customer. So only a customer that the seller named is shown in full, and not one that this
 * checkout created: the seller knew the external id, but the address was typed.
 */
export const purchaseToShow = ({
  id,
  customerId,
  isCustomerGiven,
  createdCustomerId,
}: Purchase): Id<'checkout'> | null =>
  isCustomerGiven && customerId !== createdCustomerId ? null : id
