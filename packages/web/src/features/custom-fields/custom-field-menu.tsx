import Hash from 'lucide-react/icons/hash'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { MenuSeparator } from '../../ui/menu.tsx'
import { RowAction, RowMenu } from '../../ui/row-menu.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import type { CustomField } from './custom-field-queries.ts'

export interface CustomFieldMenuProps {
  customField: CustomField
  onEdit: () => void
  onDelete: () => void
}

/** What one may do about a field. */
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
      <RowAction icon={<Hash />} onSelect={() => void copy(customField.id, 'Id')}>
        Copy id
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
