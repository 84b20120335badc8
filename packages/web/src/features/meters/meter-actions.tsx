import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useObjectActions } from '#/entities/organization/use-object-actions.tsx'
import { ActionButton, ActionItems } from '#/ui/action-controls.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu } from '#/ui/menu.tsx'
import { useToast } from '#/ui/toast.tsx'
import { ArchiveMeterDialog } from './archive-meter-dialog.tsx'
import { EditMeterDialog } from './meter-dialog.tsx'
import type { Meter } from './meter-queries.ts'

/** The actions of a meter’s page; none for read-only members. */
export function MeterActions({ meter }: { meter: Meter }) {
  const { role } = useOrganization()
  const mayWrite = mayIn(role, 'catalog', 'write')
  const [asked, setAsked] = useState<'edit' | 'archive' | null>(null)
  const toast = useToast()
  const edit = { ...editAction, run: () => setAsked('edit') }
  const archive = {
    label: meter.isArchived ? 'Unarchive' : 'Archive',
    asks: true,
    icon: meter.isArchived ? <ArchiveRestore /> : <Archive />,
    run: () => setAsked('archive'),
  }
  useObjectActions({ type: 'meter', id: meter.id }, mayWrite ? [edit, archive] : [])
  if (!mayWrite) return null
  const close = () => setAsked(null)
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      <ActionButton variant="primary" action={edit} />
      <Menu trigger={more} align="end">
        <ActionItems actions={[archive]} />
      </Menu>
      {asked === 'edit' && (
        <EditMeterDialog
          meter={meter}
          onClose={close}
          onSaved={({ name }) => {
            toast({ title: `${name} saved` })
            close()
          }}
        />
      )}
      {asked === 'archive' && <ArchiveMeterDialog meter={meter} onClose={close} />}
    </>
  )
}

const editAction = {
  label: 'Edit',
  asks: true,
  icon: <Pencil aria-hidden="true" />,
  shortcut: 'e',
}
