import { useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ComponentType, useState } from 'react'
import type { Meter } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useObjectActions } from '#/entities/organization/use-object-actions.tsx'
import type { CreationProps } from '#/lib/creation.ts'
import { ActionButton, ActionItems } from '#/ui/action-controls.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu } from '#/ui/menu.tsx'
import { useToast } from '#/ui/toast.tsx'
import { EditBenefitDialog } from './benefit-dialog.tsx'
import type { Benefit } from './benefit-queries.ts'
import { DeleteBenefitDialog } from './delete-benefit-dialog.tsx'

interface BenefitActionsProps {
  benefit: Benefit
  MeterDialog: ComponentType<CreationProps<Meter>>
}

/** The actions of a benefit; none for read-only members. */
export function BenefitActions({ benefit, MeterDialog }: BenefitActionsProps) {
  const { slug, role } = useOrganization()
  const mayWrite = mayIn(role, 'catalog', 'write')
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)
  const navigate = useNavigate()
  const toast = useToast()
  const edit = { ...editAction, run: () => setAsked('edit') }
  const further = benefit.deletable ? [{ ...deleteAction, run: () => setAsked('delete') }] : []
  const offered = mayWrite ? [edit, ...further] : []
  useObjectActions({ type: 'benefit', id: benefit.id }, offered)
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
      {further.length > 0 && (
        <Menu trigger={more} align="end">
          <ActionItems actions={further} />
        </Menu>
      )}
      {asked === 'edit' && (
        <EditBenefitDialog
          benefit={benefit}
          MeterDialog={MeterDialog}
          onClose={close}
          onSaved={({ description }) => {
            toast({ title: `${description} saved` })
            close()
          }}
        />
      )}
      {asked === 'delete' && (
        <DeleteBenefitDialog
          benefit={benefit}
          onClose={close}
          onDeleted={async () => {
            await navigate({ to: '/dashboard/$slug/benefits', params: { slug } })
            toast({ title: `${benefit.description} deleted` })
          }}
        />
      )}
    </>
  )
}

const editAction = {
  label: 'Edit',
  asks: true,
  icon: <Pencil aria-hidden="true" />,
  shortcut: 'e',
}

const deleteAction = { label: 'Delete', asks: true, icon: <Trash2 />, destructive: true }
