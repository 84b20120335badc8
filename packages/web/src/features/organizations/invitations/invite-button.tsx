import MailPlus from 'lucide-react/icons/mail-plus'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { PrimaryAction } from '../../../ui/primary-action.tsx'
import { InviteDialog } from './invite-dialog.tsx'

/** The primary action of the pages about people; for who may not invite it isn't there. */
export function InviteButton() {
  const { role } = useOrganization()
  if (!mayIn(role, 'invitation', 'create')) return null
  return (
    <PrimaryAction
      label="Invite people"
      icon={<MailPlus aria-hidden="true" />}
      dialog={(close) => <InviteDialog onClose={close} />}
    />
  )
}
