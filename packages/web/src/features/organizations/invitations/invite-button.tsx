import MailPlus from 'lucide-react/icons/mail-plus'
import type { FreshSession } from '#/entities/account/sensitive-action.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { PrimaryAction } from '#/ui/primary-action.tsx'
import { InviteDialog } from './invite-dialog.tsx'

/** The primary action of the people pages, hidden from members who can't invite. */
export function InviteButton({ freshSession }: { freshSession: FreshSession }) {
  const { role } = useOrganization()
  if (!mayIn(role, 'invitation', 'create')) return null
  return (
    <PrimaryAction
      label="Invite people"
      icon={<MailPlus aria-hidden="true" />}
      dialog={(close) => <InviteDialog freshSession={freshSession} onClose={close} />}
    />
  )
}
