import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Button } from '#/ui/button.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu, MenuItem } from '#/ui/menu.tsx'
import { useToast } from '#/ui/toast.tsx'
import { useShortcut } from '#/ui/use-shortcut.ts'
import { ArchiveMeterDialog } from './archive-meter-dialog.tsx'
import { EditMeterDialog } from './meter-dialog.tsx'
import type { Meter } from './meter-queries.ts'

/** The actions of a meter’s page; none for read-only members. */
export function MeterActions({ meter }: { meter: Meter }) {
  const { role } = useOrganization()
  return mayIn(role, 'catalog', 'write') ? <Actions meter={meter} /> : null
}

function Actions({ meter }: { meter: Meter }) {
  const [asked, setAsked] = useState<'edit' | 'archive' | null>(null)
  const toast = useToast()
  useShortcut('e', () => setAsked('edit'))
  const close = () => setAsked(null)
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      <Button variant="primary" onClick={() => setAsked('edit')}>
        <Pencil aria-hidden="true" /> Edit
      </Button>
      <Menu trigger={more} align="end">
        <MenuItem
          icon={meter.isArchived ? <ArchiveRestore /> : <Archive />}
          onSelect={() => setAsked('archive')}
        >
          {meter.isArchived ? 'Unarchive…' : 'Archive…'}
        </MenuItem>
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
