import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Hash from 'lucide-react/icons/hash'
import Pencil from 'lucide-react/icons/pencil'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { useCopy } from '#/ui/use-copy.ts'
import type { Meter } from './meter-queries.ts'

export interface MeterMenuProps {
  meter: Meter
  onEdit: () => void
  onArchive: () => void
}

/** The actions on a meter. */
export function MeterMenu({ meter, onEdit, onArchive }: MeterMenuProps) {
  const { role } = useOrganization()
  const copy = useCopy()
  const mayWrite = mayIn(role, 'catalog', 'write')
  return (
    <RowMenu of={meter.name} walked={!mayWrite}>
      {mayWrite && (
        <RowAction icon={<Pencil />} onSelect={onEdit}>
          Edit…
        </RowAction>
      )}
      <RowAction icon={<Hash />} onSelect={() => void copy(meter.id, 'ID')}>
        Copy ID
      </RowAction>
      {mayWrite && (
        <>
          <MenuSeparator />
          <RowAction
            icon={meter.isArchived ? <ArchiveRestore /> : <Archive />}
            onSelect={onArchive}
          >
            {meter.isArchived ? 'Unarchive…' : 'Archive…'}
          </RowAction>
        </>
      )}
    </RowMenu>
  )
}
