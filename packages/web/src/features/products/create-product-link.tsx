import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { CreateLink } from '#/ui/create-link.tsx'

/** Links to the editor of a new product. */
export function CreateProductLink() {
  const { slug } = useOrganization()
  const link = { to: '/dashboard/$slug/products/new', params: { slug } } as const
  return <CreateLink label="Create product" link={link} />
}
