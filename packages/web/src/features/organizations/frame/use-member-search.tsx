import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { memberSearchQuery } from '#/features/organizations/organization-queries.ts'
import { Avatar } from '#/ui/avatar.tsx'
import type { CommandGroup } from '#/ui/command-palette.tsx'
import { type PaletteSearch, paletteResultsMax, usePaletteSearch } from '#/ui/use-palette-search.ts'

/** Searches members for the palette, debounced. */
export function useMemberSearch({ id, slug }: OwnOrganization): PaletteSearch {
  const navigate = useNavigate()
  const { text, enabled, isSearching, onQueryChange } = usePaletteSearch()
  const { data, isFetching, isError } = useQuery({
    ...memberSearchQuery(id, text, paletteResultsMax),
    enabled,
  })
  const members = enabled ? data?.members : undefined
  const found = useMemo((): CommandGroup[] => {
    const commands = (members ?? []).map(({ id: memberId, user }) => ({
      id: `member:${memberId}`,
      label: user.name || user.email,
      icon: <Avatar name={user.name || user.email} src={user.image} />,
      aside: user.email,
      // A failed navigation shows the error page, so it isn’t awaited.
      run: () =>
        void navigate({
          to: '/dashboard/$slug/settings/members',
          params: { slug },
          search: { q: user.email },
        }),
    }))
    return [{ label: 'Members', commands }]
  }, [members, navigate, slug])
  return {
    found,
    isSearching: isSearching(isFetching),
    hasFailed: enabled && isError,
    onQueryChange,
  }
}
