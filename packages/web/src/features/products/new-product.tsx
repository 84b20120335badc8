import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useOrganization } from '../../lib/current-organization.tsx'
import { buttonLook } from '../../ui/button-look.ts'

/** Leads to the editor of a product that isn't there yet. */
export function NewProduct() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/products/new"
      params={{ slug }}
      className={buttonLook({ variant: 'primary' })}
    >
      <Plus aria-hidden="true" /> New product
    </Link>
  )
}
