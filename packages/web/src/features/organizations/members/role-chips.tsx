import { roleNames, rolesIn } from '#/entities/organization/roles.ts'
import { Badge } from '#/ui/badge.tsx'

export function RoleChips({ role }: { role: string }) {
  return (
    <span className="flex flex-wrap gap-1 md:flex-nowrap">
      {rolesIn(role).map((one) => (
        <Badge key={one}>{roleNames[one]}</Badge>
      ))}
    </span>
  )
}
