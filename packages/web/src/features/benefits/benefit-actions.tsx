import { useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ComponentType, useState } from 'react'
import type { Meter } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import type { CreationProps } from '#/lib/creation.ts'
import { Button } from '#/ui/button.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu, MenuItem } from '#/ui/menu.tsx'
import { useToast } from '#/ui/toast.tsx'
import { useShortcut } from '#/ui/use-shortcut.ts'
import { EditBenefitDialog } from './benefit-dialog.tsx'
import type { Benefit } from './benefit-queries.ts'
import { DeleteBenefitDialog } from './delete-benefit-dialog.tsx'

interface BenefitActionsProps {
  benefit: Benefit
  MeterDialog: ComponentType<CreationProps<Meter>>
}

/** The actions of a benefit; none for read-only members. */
export function BenefitActions(props: BenefitActionsProps) {
  const { role } = useOrganization()
  return mayIn(role, 'catalog', 'write') ? <Actions {...props} /> : null
}

function Actions({ benefit, MeterDialog }: BenefitActionsProps) {
  const { slug } = useOrganization()
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)
  const navigate = useNavigate()
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
      {benefit.deletable && (
        <Menu trigger={more} align="end">
          <MenuItem icon={<Trash2 />} destructive onSelect={() => setAsked('delete')}>
            Delete…
          </MenuItem>
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
