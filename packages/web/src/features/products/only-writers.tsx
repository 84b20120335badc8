import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** In place of the editor for members, who may look at products only. */
export function OnlyWriters() {
  const { slug } = useOrganization()
  return (
    <Card flush>
      <EmptyState
        title="Only owners and admins change products"
        action={
          <Link to="/dashboard/$slug/products" params={{ slug }} className={buttonLook({})}>
            See the products
          </Link>
        }
      >
        Ask one of them, or for another role.
      </EmptyState>
    </Card>
  )
}
