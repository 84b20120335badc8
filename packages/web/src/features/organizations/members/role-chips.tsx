import { Badge } from '../../../ui/badge.tsx'
import { roleNames, rolesIn } from '../roles.ts'

export function RoleChips({ role }: { role: string }) {
  return (
    <span className="flex flex-wrap gap-1 md:flex-nowrap">
      {rolesIn(role).map((one) => (
        <Badge key={one}>{roleNames[one]}</Badge>
      ))}
    </span>
  )
}
