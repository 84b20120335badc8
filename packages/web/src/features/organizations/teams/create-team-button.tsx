import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { PrimaryAction } from '#/ui/primary-action.tsx'
import { useToast } from '#/ui/toast.tsx'
import { CreateTeamDialog } from './name-dialogs.tsx'

/** The page's primary action, hidden from members who can't create teams. */
export function CreateTeamButton() {
  const { role } = useOrganization()
  const toast = useToast()
  if (!mayIn(role, 'team', 'create')) return null
  return (
    <PrimaryAction
      label="Create team"
      dialog={(close) => (
        <CreateTeamDialog
          onClose={close}
          onDone={(message) => {
            toast({ title: message })
            close()
          }}
        />
      )}
    />
  )
}
