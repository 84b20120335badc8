import Ellipsis from 'lucide-react/icons/ellipsis'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ComponentType, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useObjectActions } from '#/entities/organization/use-object-actions.tsx'
import { ActionButton, ActionItems } from '#/ui/action-controls.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu } from '#/ui/menu.tsx'
import type { Customer } from './customer-queries.ts'
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx'
import { EditCustomerDialog } from './edit-customer-dialog.tsx'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import { PortalLinkDialog } from './portal-link-dialog.tsx'

type Asked = ComponentType<{ customer: Customer; onClose: () => void }>

/** The actions of a customer; none for read-only members. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const { role } = useOrganization()
  const mayWrite = mayIn(role, 'customers', 'write')
  const [asked, setAsked] = useState<{ Dialog: Asked } | null>(null)
  const { link, edit, further } = actionsOf((Dialog) => setAsked({ Dialog }))
  const offered = mayWrite ? [edit, link, ...further] : []
  useObjectActions({ type: 'customer', id: customer.id }, offered)
  if (!mayWrite) return null
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      <ActionButton action={link} />
      <ActionButton variant="primary" action={edit} />
      <Menu trigger={more} align="end">
        <ActionItems actions={further} />
      </Menu>
      {asked && <asked.Dialog customer={customer} onClose={() => setAsked(null)} />}
    </>
  )
}

const actionsOf = (ask: (Dialog: Asked) => void) => ({
  link: {
    label: 'Portal link',
    asks: true,
    icon: <KeyRound aria-hidden="true" />,
    run: () => ask(PortalLinkDialog),
  },
  edit: {
    label: 'Edit',
    asks: true,
    icon: <Pencil aria-hidden="true" />,
    shortcut: 'e',
    run: () => ask(EditCustomerDialog),
  },
  further: [
    {
      label: 'End sessions',
      asks: true,
      icon: <LogOut />,
      run: () => ask(EndSessionsDialog),
    },
    {
      label: 'Delete',
      asks: true,
      icon: <Trash2 />,
      destructive: true,
      run: () => ask(DeleteCustomerDialog),
    },
  ],
})
