import Hash from 'lucide-react/icons/hash'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { useCopy } from '#/ui/use-copy.ts'
import type { CustomField } from './custom-field-queries.ts'

export interface CustomFieldMenuProps {
  customField: CustomField
  onEdit: () => void
  onDelete: () => void
}

/** The actions on a custom field. */
export function CustomFieldMenu({ customField, onEdit, onDelete }: CustomFieldMenuProps) {
  const { role } = useOrganization()
  const copy = useCopy()
  const mayWrite = mayIn(role, 'catalog', 'write')
  return (
    <RowMenu of={customField.name} walked={!mayWrite}>
      {mayWrite && (
        <RowAction icon={<Pencil />} onSelect={onEdit}>
          Edit…
        </RowAction>
      )}
      <RowAction icon={<Hash />} onSelect={() => void copy(customField.id, 'ID')}>
        Copy ID
      </RowAction>
      {mayWrite && (
        <>
          <MenuSeparator />
          <RowAction icon={<Trash2 />} destructive onSelect={onDelete}>
            Delete…
          </RowAction>
        </>
      )}
    </RowMenu>
  )
}
