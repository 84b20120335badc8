import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'

/** Replaces the editor for read-only members. */
export function OnlyWriters() {
  const { slug } = useOrganization()
  return (
    <Card flush>
      <EmptyState
        title="Only owners and admins can change products"
        action={
          <Link to="/dashboard/$slug/products" params={{ slug }} className={buttonClasses({})}>
            View products
          </Link>
        }
      >
        Ask an owner or admin for access.
      </EmptyState>
    </Card>
  )
}
