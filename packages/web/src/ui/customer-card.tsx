import type { Customer } from '@guildhall/contract/customers/shapes'
import { Link } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { useOrganization } from '../lib/current-organization.tsx'
import { customerName } from '../lib/customer-name.ts'
import { Avatar } from './avatar.tsx'
import { Card } from './card.tsx'
import { linkLook } from './link-look.ts'

type Shown = Pick<z.output<typeof Customer>, 'id' | 'name' | 'email' | 'avatarUrl'>

/** Whose something is, with the way to them. */
export function CustomerCard({ customer }: { customer: Shown }) {
  const { slug } = useOrganization()
  return (
    <Card title="Customer">
      <div className="flex items-center gap-3 text-s">
        <Avatar layered name={customerName(customer)} src={customer.avatarUrl} />
        <div className="min-w-0">
          <Link
            to="/dashboard/$slug/customers/$customerId"
            params={{ slug, customerId: customer.id }}
            className={linkLook}
          >
            {customerName(customer)}
          </Link>
          {customer.name !== null && (
            <span className="block break-all text-ink-2">{customer.email}</span>
          )}
        </div>
      </div>
    </Card>
  )
}
