import type { Customer } from '@guildhall/contract/customers/shapes'
import type * as z from 'zod/mini'
import { customerName } from '../lib/customer-name.ts'
import { Avatar } from './avatar.tsx'
import { Badge } from './badge.tsx'

interface Sold {
  readonly id: string
  readonly customer: Pick<z.output<typeof Customer>, 'name' | 'email' | 'avatarUrl'>
  readonly product: { readonly name: string; readonly isArchived: boolean }
}

/** Who has it, in a row of a list; what it is has a column of its own where there is room. */
export function CustomerCell({ sold: { id, customer, product } }: { sold: Sold }) {
  return (
    <span className="flex items-center gap-2.5">
      <Avatar layered key={id} name={customerName(customer)} src={customer.avatarUrl} />
      <span className="min-w-0">
        <span className="font-medium wrap-anywhere">{customerName(customer)}</span>
        <span className="block text-xs text-ink-3 wrap-anywhere md:hidden">{product.name}</span>
        {customer.name !== null && (
          <span className="block text-xs break-all text-ink-3 max-md:hidden">{customer.email}</span>
        )}
      </span>
    </span>
  )
}

export function ProductCell({ product }: Pick<Sold, 'product'>) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
      {product.name}
      {product.isArchived && <Badge>archived</Badge>}
    </span>
  )
}
