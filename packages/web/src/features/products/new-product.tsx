import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'

/** Links to the editor of a new product. */
export function NewProduct() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/products/new"
      params={{ slug }}
      className={buttonClasses({ variant: 'primary' })}
    >
      <Plus aria-hidden="true" /> New product
    </Link>
  )
}
