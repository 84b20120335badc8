import { useNavigate } from '@tanstack/react-router'
import PackagePlus from 'lucide-react/icons/package-plus'
import Plus from 'lucide-react/icons/plus'
import { useMemo } from 'react'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { mayIn, roleText } from '#/entities/organization/roles.ts'
import { OrganizationMark } from '#/features/organizations/organization-mark.tsx'
import type { CommandGroup } from '#/ui/command-palette.tsx'

/** The palette commands of a dashboard, besides its pages. */
export function useDashboardCommands(
  organizations: readonly OwnOrganization[],
  current: OwnOrganization,
): readonly CommandGroup[] {
  const navigate = useNavigate()
  return useMemo((): CommandGroup[] => {
    const others = organizations.filter(({ id }) => id !== current.id)
    const switches = others.map(({ id, name, slug, logo, role }) => ({
      id: `organization:${id}`,
      label: name,
      keywords: `${slug} organization switch`,
      icon: <OrganizationMark name={name} logo={logo} />,
      aside: roleText(role),
      // A failed navigation shows the error page, so it isn’t awaited.
      run: () => void navigate({ to: '/dashboard/$slug', params: { slug } }),
    }))
    const create = {
      id: 'organization:create',
      label: 'Create organization',
      keywords: 'new add',
      icon: <Plus />,
      run: () => void navigate({ to: '/organizations/new' }),
    }
    const createProduct = {
      id: 'product:create',
      label: 'Create product',
      keywords: 'new add sell',
      icon: <PackagePlus />,
      run: () =>
        void navigate({ to: '/dashboard/$slug/products/new', params: { slug: current.slug } }),
    }
    const creations = mayIn(current.role, 'catalog', 'write') ? [createProduct, create] : [create]
    return [
      { label: 'Switch to', commands: switches },
      { label: 'Create', commands: creations },
    ]
  }, [organizations, current, navigate])
}
