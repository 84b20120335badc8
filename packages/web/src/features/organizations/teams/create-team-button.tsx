import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { PrimaryAction } from '../../../ui/primary-action.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { CreateTeamDialog } from './name-dialogs.tsx'

/** The page's primary action; for who may not create teams it isn't there. */
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
          onDone={(news) => {
            toast({ title: news })
            close()
          }}
        />
      )}
    />
  )
}
