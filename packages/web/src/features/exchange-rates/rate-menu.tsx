import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import type { ExchangeRate } from './rate-queries.ts'
import { rateName } from './rate-text.ts'

export interface RateMenuProps {
  rate: ExchangeRate
  onEdit: () => void
  onRemove: () => void
}

/** The actions on an exchange rate; none for who can’t change it. */
export function RateMenu({ rate, onEdit, onRemove }: RateMenuProps) {
  const { role } = useOrganization()
  if (!mayIn(role, 'analytics', 'write')) return null
  return (
    <RowMenu of={rateName(rate)}>
      <RowAction icon={<Pencil />} onSelect={onEdit}>
        Edit…
      </RowAction>
      <MenuSeparator />
      <RowAction icon={<Trash2 />} destructive onSelect={onRemove}>
        Remove…
      </RowAction>
    </RowMenu>
  )
}
