import type { Customer } from '@guildhall/contract/customers/shapes'
import { Link } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Avatar } from '#/ui/avatar.tsx'
import { Card } from '#/ui/card.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { customerName } from './customer-name.ts'

type Shown = Pick<z.output<typeof Customer>, 'id' | 'name' | 'email'>

/** The customer of an object, with a link. */
export function CustomerCard({ customer }: { customer: Shown }) {
  const { slug } = useOrganization()
  return (
    <Card title="Customer">
      <div className="flex items-center gap-3 text-s">
        <Avatar name={customerName(customer)} />
        <div className="min-w-0">
          <Link
            to="/dashboard/$slug/customers/$customerId"
            params={{ slug, customerId: customer.id }}
            className={linkClasses}
          >
            {customerName(customer)}
          </Link>
          {customer.name !== null && (
            <span className="block text-ink-2">
              <EmailText>{customer.email}</EmailText>
            </span>
          )}
        </div>
      </div>
    </Card>
  )
}
