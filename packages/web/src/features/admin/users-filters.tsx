import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { changeView, type UsersView } from './users-view.ts'

interface UsersFiltersProps {
  view: UsersView
  onChange: (view: UsersView) => void
}

export function UsersFilters({ view, onChange }: UsersFiltersProps) {
  const set = (change: Parameters<typeof changeView>[1]) => onChange(changeView(view, change))
  return (
    <>
      <FilterChip
        name="Role"
        value={view.role ? roleText[view.role] : null}
        onClear={() => set({ role: undefined })}
      >
        <MenuItem onSelect={() => set({ role: 'admin' })}>Operators</MenuItem>
        <MenuItem onSelect={() => set({ role: 'user' })}>Users</MenuItem>
      </FilterChip>
      <FilterChip
        name="Ban"
        value={view.status ? banText[view.status] : null}
        onClear={() => set({ status: undefined })}
      >
        <MenuItem onSelect={() => set({ status: 'banned' })}>Banned</MenuItem>
        <MenuItem onSelect={() => set({ status: 'active' })}>Not banned</MenuItem>
      </FilterChip>
      <FilterChip
        name="Email"
        value={view.verified ? verifiedText[view.verified] : null}
        onClear={() => set({ verified: undefined })}
      >
        <MenuItem onSelect={() => set({ verified: 'yes' })}>Verified</MenuItem>
        <MenuItem onSelect={() => set({ verified: 'no' })}>Unverified</MenuItem>
      </FilterChip>
    </>
  )
}

const roleText = { admin: 'operators', user: 'users' } as const
const banText = { banned: 'banned', active: 'not banned' } as const
const verifiedText = { yes: 'verified', no: 'unverified' } as const
