import { useMemo } from 'react'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { useDashboardCommands } from '#/features/organizations/frame/use-dashboard-commands.tsx'
import { useMemberSearch } from '#/features/organizations/frame/use-member-search.tsx'
import { useProductSearch } from '#/features/products/use-product-search.tsx'
import { useObjectSearch } from '#/features/search/use-object-search.tsx'
import { Palette, type PaletteProps } from '#/features/shell/palette.tsx'
import { useTravelCommands } from '#/features/time-travel/use-travel-commands.tsx'

interface DashboardPaletteProps extends PaletteProps {
  organization: OwnOrganization
  organizations: readonly OwnOrganization[]
}

/** The palette with the commands of an organization, and the objects in it. */
export function DashboardPalette({ organization, organizations, ...props }: DashboardPaletteProps) {
  const own = useDashboardCommands(organizations, organization)
  const time = useTravelCommands()
  const commands = useMemo(() => [...own, ...time], [own, time])
  return <Palette {...props} commands={commands} search={useDashboardSearch(organization)} />
}

/** All search results. */
function useDashboardSearch(organization: OwnOrganization) {
  const products = useProductSearch(organization)
  const objects = useObjectSearch(organization)
  const members = useMemberSearch(organization)
  const found = useMemo(
    () => [...products.found, ...objects.found, ...members.found],
    [products.found, objects.found, members.found],
  )
  const searches = [products, objects, members]
  return {
    found,
    isSearching: searches.some(({ isSearching }) => isSearching),
    hasFailed: searches.some(({ hasFailed }) => hasFailed),
    onQueryChange: (query: string) => {
      for (const { onQueryChange } of searches) onQueryChange(query)
    },
  }
}
