import MailPlus from 'lucide-react/icons/mail-plus'
import { useState } from 'react'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { InviteDialog } from './invite-dialog.tsx'

/** The primary action of the pages about people; for who may not invite it isn't there. */
export function InviteButton() {
  const { role } = useOrganization()
  return mayIn(role, 'invitation', 'create') ? <Invite /> : null
}

function Invite() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('c', () => setOpen(true))
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <MailPlus aria-hidden="true" /> Invite people
      </Button>
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  )
}
