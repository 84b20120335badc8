import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type OwnOrganization } from '../../../lib/own-organizations.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { CommandGroup } from '../../../ui/command-palette.tsx'
import { memberSearchQuery } from '../organization-queries.ts'

const pauseMilliseconds = 300
const foundMax = 5

interface MemberSearch {
  found: readonly CommandGroup[]
  isSearching: boolean
  onQueryChange: (query: string) => void
}

/** Finds members for what is typed into the palette, in the pauses. */
export function useMemberSearch({ id, slug }: OwnOrganization): MemberSearch {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const settled = useSettled(wanted, pauseMilliseconds)
  const isAsked = wanted !== '' && settled !== ''
  const { data, isFetching } = useQuery({
    ...memberSearchQuery(id, settled, foundMax),
    enabled: isAsked,
  })
  const members = isAsked ? data?.members : undefined
  const found = useMemo((): CommandGroup[] => {
    const commands = (members ?? []).map(({ id: memberId, user }) => ({
      id: `member:${memberId}`,
      label: user.name || user.email,
      icon: <Avatar name={user.name || user.email} src={user.image} />,
      aside: user.email,
      // A navigation that fails shows the error page; there is nothing to wait for here.
      run: () =>
        void navigate({
          to: '/dashboard/$slug/settings/members',
          params: { slug },
          search: { q: user.email },
        }),
    }))
    return [{ label: 'Members', commands }]
  }, [members, navigate, slug])
  const isSearching = wanted !== '' && (isFetching || settled !== wanted)
  return { found, isSearching, onQueryChange: setTyped }
}
