import Hash from 'lucide-react/icons/hash'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { placeName } from '#/entities/address/place-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { useCopy } from '#/ui/use-copy.ts'
import type { TaxRegistration } from './tax-queries.ts'

export interface RegistrationMenuProps {
  registration: TaxRegistration
  onEdit: () => void
  onRemove: () => void
}

/** The actions on a tax registration. */
export function RegistrationMenu({ registration, onEdit, onRemove }: RegistrationMenuProps) {
  const { role } = useOrganization()
  const copy = useCopy()
  const mayWrite = mayIn(role, 'organization', 'update')
  return (
    <RowMenu of={placeName(registration)} walked={!mayWrite}>
      {mayWrite && (
        <RowAction icon={<Pencil />} onSelect={onEdit}>
          Edit…
        </RowAction>
      )}
      <RowAction icon={<Hash />} onSelect={() => void copy(registration.id, 'ID')}>
        Copy ID
      </RowAction>
      {mayWrite && (
        <>
          <MenuSeparator />
          <RowAction icon={<Trash2 />} destructive onSelect={onRemove}>
            Remove…
          </RowAction>
        </>
      )}
    </RowMenu>
  )
}
