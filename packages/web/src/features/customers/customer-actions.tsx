import Ellipsis from 'lucide-react/icons/ellipsis'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ComponentType, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Button } from '#/ui/button.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu, MenuItem } from '#/ui/menu.tsx'
import { useShortcut } from '#/ui/use-shortcut.ts'
import type { Customer } from './customer-queries.ts'
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx'
import { EditCustomerDialog } from './edit-customer-dialog.tsx'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import { PortalLinkDialog } from './portal-link-dialog.tsx'

/** The actions of a customer; none for read-only members. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const { role } = useOrganization()
  return mayIn(role, 'customers', 'write') ? <Actions customer={customer} /> : null
}

type Asked = ComponentType<{ customer: Customer; onClose: () => void }>

function Actions({ customer }: { customer: Customer }) {
  const [asked, setAsked] = useState<{ Dialog: Asked } | null>(null)
  const ask = (Dialog: Asked) => setAsked({ Dialog })
  useShortcut('e', () => ask(EditCustomerDialog))
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      <Button onClick={() => ask(PortalLinkDialog)}>
        <KeyRound aria-hidden="true" /> Portal link
      </Button>
      <Button variant="primary" onClick={() => ask(EditCustomerDialog)}>
        <Pencil aria-hidden="true" /> Edit
      </Button>
      <Menu trigger={more} align="end">
        <MenuItem icon={<LogOut />} onSelect={() => ask(EndSessionsDialog)}>
          End sessions…
        </MenuItem>
        <MenuItem icon={<Trash2 />} destructive onSelect={() => ask(DeleteCustomerDialog)}>
          Delete…
        </MenuItem>
      </Menu>
      {asked && <asked.Dialog customer={customer} onClose={() => setAsked(null)} />}
    </>
  )
}
