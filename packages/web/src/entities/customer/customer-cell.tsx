import type { Customer } from '@guildhall/contract/customers/shapes'
import type * as z from 'zod/mini'
import { Avatar } from '#/ui/avatar.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { customerName } from './customer-name.ts'

interface Sold {
  readonly id: string
  readonly customer: Pick<z.output<typeof Customer>, 'name' | 'email'>
  readonly product: { readonly name: string }
}

/** The customer in a list row; the product has its own column on wide screens. */
export function CustomerCell({ sold: { id, customer, product } }: { sold: Sold }) {
  return (
    <span className="flex items-center gap-2.5">
      {/* On phones the name needs the room. */}
      <span className="max-md:hidden">
        <Avatar key={id} name={customerName(customer)} />
      </span>
      <span className="min-w-0">
        <span className="font-medium">
          <EmailText>{customerName(customer)}</EmailText>
        </span>
        <span className="block text-xs text-ink-3 wrap-anywhere md:hidden">{product.name}</span>
        {customer.name !== null && (
          <span className="block text-xs text-ink-3 max-md:hidden">
            <EmailText>{customer.email}</EmailText>
          </span>
        )}
      </span>
    </span>
  )
}
